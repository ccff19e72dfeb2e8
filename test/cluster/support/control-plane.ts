import { mustRun } from './program.ts';

/** Returns the script that created the cluster and can interrupt its parts. */
function recipe(): string {
  const path = process.env['ADWRIGHT_TEST_CLUSTER'];
  if (path === undefined)
    throw new Error('ADWRIGHT_TEST_CLUSTER is not set: these tests only interrupt a cluster that they own');
  return path;
}

/** Ends a part of the control plane and starts it again. Resolves once the API server answers. */
export async function restart(part: 'apiserver' | 'etcd' | 'kcm' | 'kubelet', signal: 'KILL' | 'TERM'): Promise<void> {
  await mustRun(recipe(), ['restart', part, signal]);
}

/** Sends SIGKILL to the process of a pod. */
export async function killPod(namespace: string, pod: string): Promise<void> {
  await mustRun(recipe(), ['kill', namespace, pod]);
}
