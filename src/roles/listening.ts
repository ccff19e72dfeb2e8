import { CommandError } from '../commands/context.ts';
import { hasErrorCode } from '../files/error-code.ts';

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'the name does not resolve',
  EAI_AGAIN: 'the name does not resolve',
};

/** Begin to listen where a setting says. Throws a `CommandError` that names the setting when that is what is wrong. */
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
    throw new CommandError(`Adwright cannot listen on ${address}: ${why}. Set ${setting} to another address.`);
  }
}
