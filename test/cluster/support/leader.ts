import { setTimeout as pause } from 'node:timers/promises';
import type { Namespace } from './namespace.ts';
import { release } from './installation.ts';

const pollMs = 200;

/** Returns the name of the pod whose controller leads. */
export async function leader(namespace: Namespace): Promise<string> {
  const jsonpath = 'jsonpath={.spec.holderIdentity}';
  const holder = await namespace.kubectl('get', 'lease', `${release}-controller`, '-o', jsonpath);
  return holder.split('_')[0] ?? '';
}

/** Waits until the controller of another pod leads. Returns the name of that pod. */
export async function nextLeader(namespace: Namespace, last: string, seconds = 60): Promise<string> {
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    const now = await leader(namespace).catch(() => last);
    if (now !== last && now !== '') return now;
    await pause(pollMs);
  }
  throw new Error(`${last} still leads after ${seconds} s`);
}
