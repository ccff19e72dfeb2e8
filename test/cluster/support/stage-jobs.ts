import type { Namespace } from './namespace.ts';

const label = (name: string) => `adwright.dev/${name}`;

/** The attempts that the Jobs or pods of stages are of, once for each of them: `job stage attempt`. */
async function attempts(namespace: Namespace, resource: 'jobs' | 'pods'): Promise<string[]> {
  const all = await namespace.list(resource, 'app.kubernetes.io/component=stage');
  return all.map(({ metadata }) =>
    ['adjob', 'stage', 'attempt'].map((name) => metadata.labels[label(name)] ?? '?').join(' '),
  );
}

/** Attempts that had more than one pod. */
export async function ranTwice(namespace: Namespace): Promise<string[]> {
  const pods = await attempts(namespace, 'pods');
  return pods.filter((attempt, index) => pods.indexOf(attempt) !== index);
}

/** Attempts after a stage's first. */
export async function retries(namespace: Namespace): Promise<string[]> {
  return (await attempts(namespace, 'jobs')).filter((attempt) => !attempt.endsWith(' 1'));
}

export function ofStage(adJob: string, stage: string): string {
  return `${label('adjob')}=${adJob},${label('stage')}=${stage}`;
}

/** The pod of a stage of a job, as soon as it runs. */
export async function runningPod(namespace: Namespace, adJob: string, stage: string): Promise<string> {
  const selector = ofStage(adJob, stage);
  await namespace.kubectl('wait', 'pods', '-l', selector, '--for=create', '--timeout=60s');
  await namespace.kubectl('wait', 'pods', '-l', selector, '--for=jsonpath={.status.phase}=Running', '--timeout=60s');
  const [pod] = await namespace.list('pods', selector);
  if (pod === undefined) throw new Error(`The pod of ${selector} is gone.`);
  return pod.metadata.name;
}
