import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Namespace } from './namespace.ts';

export interface ServiceAddress {
  /** Address such as `http://host:port`, without a trailing slash. */
  url: string;
  close(): void;
}

const connectMs = 2_000;
const reopenMs = 500;

/**
 * Returns an address at which this machine reaches the Service: its cluster address if that works, otherwise a port
 * that `kubectl port-forward` opens.
 */
export async function addressOf(namespace: Namespace, service: string): Promise<ServiceAddress> {
  const jsonpath = 'jsonpath={.spec.clusterIP} {.spec.ports[0].port}';
  const told = await namespace.kubectl('get', 'service', service, '-o', jsonpath);
  const [host = '', port = ''] = told.split(' ');
  if (await reaches(host, Number(port))) return { url: `http://${host}:${port}`, close: () => undefined };
  return forwarded(namespace, `service/${service}`, port);
}

/** Returns an address at which this machine reaches a port of one pod. */
export async function podAddressOf(namespace: Namespace, pod: string, port: number): Promise<ServiceAddress> {
  const host = await namespace.kubectl('get', 'pod', pod, '-o', 'jsonpath={.status.podIP}');
  if (await reaches(host, port)) return { url: `http://${host}:${port}`, close: () => undefined };
  return forwarded(namespace, `pod/${pod}`, String(port));
}

/** Reports whether a connection can be opened within `connectMs`. */
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

/**
 * Forwards a port of this machine to a pod or to a pod of a Service. Forwards the same port again when that pod ends.
 */
async function forwarded(namespace: Namespace, target: string, port: string): Promise<ServiceAddress> {
  let closed = false;
  let local = '';
  let child: ChildProcess;
  const open = async (): Promise<void> => {
    const args = ['-n', namespace.name, 'port-forward', target, `${local}:${port}`];
    const started = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    started.on('exit', () => {
      if (!closed) setTimeout(() => void open(), reopenMs);
    });
    for await (const line of createInterface({ input: started.stdout })) {
      local = /127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? local;
      if (local !== '') return;
    }
  };
  await open();
  const close = () => {
    closed = true;
    child.kill();
  };
  return { url: `http://127.0.0.1:${local}`, close };
}
