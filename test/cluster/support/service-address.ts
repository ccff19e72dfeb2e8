import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Namespace } from './namespace.ts';

export interface ServiceAddress {
  /** `http://host:port`, without a slash at its end. */
  url: string;
  close(): void;
}

const connectMs = 2_000;

/** Where this machine reaches a Service: at its cluster address where it can, else through `kubectl port-forward`. */
export async function addressOf(namespace: Namespace, service: string): Promise<ServiceAddress> {
  const jsonpath = 'jsonpath={.spec.clusterIP} {.spec.ports[0].port}';
  const told = await namespace.kubectl('get', 'service', service, '-o', jsonpath);
  const [host = '', port = ''] = told.split(' ');
  if (await reaches(host, Number(port))) return { url: `http://${host}:${port}`, close: () => undefined };
  return forwarded(namespace, service, port);
}

/** True as well where somebody answers that nobody listens yet: the way there is open. */
function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectMs });
    const end = (reached: boolean) => () => {
      socket.destroy();
      resolve(reached);
    };
    socket.on('connect', end(true)).on('timeout', end(false)).on('error', end(false));
  });
}

/** One way to one pod: it ends with that pod. */
async function forwarded(namespace: Namespace, service: string, port: string): Promise<ServiceAddress> {
  const args = ['-n', namespace.name, 'port-forward', `service/${service}`, `:${port}`];
  const child = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const local = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (local !== undefined) return { url: `http://127.0.0.1:${local}`, close: () => child.kill() };
  }
  throw new Error(`kubectl ${args.join(' ')} ended.`);
}
