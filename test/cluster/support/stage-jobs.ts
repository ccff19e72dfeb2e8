import type { Namespace } from './namespace.ts';

const label = (name: string) => `adwright.dev/${name}`;

/** How often each attempt of a stage was launched: `job stage attempt`, and the number of its Kubernetes Jobs. */
async function launches(namespace: Namespace): Promise<[attempt: string, count: number][]> {
  const counts = new Map<string, number>();
  for (const { metadata } of await namespace.list('jobs', 'app.kubernetes.io/component=stage')) {
    const attempt = ['adjob', 'stage', 'attempt'].map((name) => metadata.labels[label(name)] ?? '?').join(' ');
    counts.set(attempt, (counts.get(attempt) ?? 0) + 1);
  }
  return [...counts];
}

/** Attempts that have more than one Job. */
export async function launchedTwice(namespace: Namespace): Promise<string[]> {
  return (await launches(namespace)).filter(([, count]) => count > 1).map(([attempt]) => attempt);
}

/** Attempts after a stage's first. */
export async function retries(namespace: Namespace): Promise<string[]> {
  return (await launches(namespace)).map(([attempt]) => attempt).filter((attempt) => !attempt.endsWith(' 1'));
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
