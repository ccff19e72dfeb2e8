import { mustRun } from './program.ts';

/** The recipe that made the cluster, and can break it. */
function recipe(): string {
  const path = process.env['ADWRIGHT_TEST_CLUSTER'];
  if (path === undefined) throw new Error('The cluster is not ours to break: ADWRIGHT_TEST_CLUSTER is not set.');
  return path;
}

/** End a part of the control plane and start it again; resolves once the API server answers. */
export async function restart(part: 'apiserver' | 'etcd' | 'kcm' | 'kubelet', signal: 'KILL' | 'TERM'): Promise<void> {
  await mustRun(recipe(), ['restart', part, signal]);
}

/** SIGKILL to the process of a pod. */
export async function killPod(namespace: string, pod: string): Promise<void> {
  await mustRun(recipe(), ['kill', namespace, pod]);
}
