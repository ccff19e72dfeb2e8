import { mustRun } from './program.ts';

/** Returns the path of the script that created the cluster and can kill parts of its control plane. */
export function recipe(): string {
  const path = process.env['ADWRIGHT_TEST_CLUSTER'];
  if (path === undefined)
    throw new Error(
      'ADWRIGHT_TEST_CLUSTER is not set: these tests kill parts of the cluster, so they need one that they own (`make cluster-up`)',
    );
  return path;
}

/** Kills a part of the control plane and starts it again. Resolves when the API server answers. */
export async function restart(part: 'apiserver' | 'etcd' | 'kcm' | 'kubelet', signal: 'KILL' | 'TERM'): Promise<void> {
  await mustRun(recipe(), ['restart', part, signal]);
}

/** Sends SIGKILL to the first process of a container of a pod. Default: the first container. */
export async function killPod(namespace: string, pod: string, container?: string): Promise<void> {
  await mustRun(recipe(), ['kill', namespace, pod, ...(container === undefined ? [] : [container])]);
}
