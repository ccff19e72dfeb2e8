import { CommandError } from '../commands/context.ts';
import { hasErrorCode } from '../files/error-code.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program uses this address',
  EADDRNOTAVAIL: 'this machine does not have this address',
  EACCES: 'this user has no permission',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve',
};

export async function listening<R>(
  setting: string,
  { host, port }: { host: string; port: number },
  listen: () => Promise<R>,
): Promise<R> {
  try {
    return await listen();
  } catch (error) {
    const why = Object.entries(reasons).find(([code]) => hasErrorCode(error, code))?.[1];
    if (why === undefined) throw error;
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    throw new CommandError(`Cannot listen on ${address}: ${why}. Set ${setting} to another address.`);
  }
}
