import type { Namespace } from './namespace.ts';

const label = (name: string) => `adwright.dev/${name}`;

/** Returns the labels of all Jobs or pods of stages, each as `AdJob stage attempt`. */
async function attempts(namespace: Namespace, resource: 'jobs' | 'pods'): Promise<string[]> {
  const all = await namespace.list(resource, 'app.kubernetes.io/component=stage');
  return all.map(({ metadata }) =>
    ['adjob', 'stage', 'attempt'].map((name) => metadata.labels[label(name)] ?? '?').join(' '),
  );
}

/** Returns the attempts that had more than one pod. */
export async function ranTwice(namespace: Namespace): Promise<string[]> {
  const pods = await attempts(namespace, 'pods');
  return pods.filter((attempt, index) => pods.indexOf(attempt) !== index);
}

/** Returns the attempts other than the first of a stage. */
export async function retries(namespace: Namespace): Promise<string[]> {
  return (await attempts(namespace, 'jobs')).filter((attempt) => !attempt.endsWith(' 1'));
}

export function ofStage(adJob: string, stage: string): string {
  return `${label('adjob')}=${adJob},${label('stage')}=${stage}`;
}

/** Waits until the pod of a stage runs. Returns the name of the pod. */
export async function runningPod(namespace: Namespace, adJob: string, stage: string): Promise<string> {
  const selector = ofStage(adJob, stage);
  await namespace.kubectl('wait', 'pods', '-l', selector, '--for=create', '--timeout=60s');
  await namespace.kubectl('wait', 'pods', '-l', selector, '--for=jsonpath={.status.phase}=Running', '--timeout=60s');
  const [pod] = await namespace.list('pods', selector);
  if (pod === undefined) throw new Error(`the pod of ${selector} is gone`);
  return pod.metadata.name;
}
