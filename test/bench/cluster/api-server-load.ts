/** Requests that the API server has served, and its CPU profile. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { ControlPlane } from './control-plane.ts';

/** Number of requests by verb, resource and code of an error, such as `PUT jobs/status 409`. */
export type Requests = ReadonlyMap<string, number>;

const sample = /^apiserver_request_total\{(.*)\} (\S+)$/gm;

export function requestsOf(plane: ControlPlane): Requests {
  const counts = new Map<string, number>();
  for (const [, labels = '', count] of plane.kubectl(['get', '--raw', '/metrics']).matchAll(sample)) {
    const label = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const of = [label('resource'), label('subresource')].filter((part) => part !== '').join('/');
    const refused = label('code').startsWith('2') ? [] : [label('code')];
    const name = [label('verb'), of, ...refused].join(' ');
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}

/** Returns how many requests of each kind there were in between for each of `jobs`, without rare ones. */
export function requestsPerJob(before: Requests, after: Requests, jobs: number): Record<string, number> {
  const rows = [...after].map(([name, count]) => [name, (count - (before.get(name) ?? 0)) / jobs] as const);
  return Object.fromEntries(rows.filter(([, count]) => count >= 0.05).toSorted((a, b) => b[1] - a[1]));
}

/** Writes a CPU profile of the API server in the background, in the format of pprof. */
export function writeProfile(plane: ControlPlane, { seconds, file }: { seconds: number; file: string }): void {
  const path = `/debug/pprof/profile?seconds=${seconds}`;
  const child = spawn('kubectl', ['get', '--raw', path], { env: plane.env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.pipe(createWriteStream(file));
}
