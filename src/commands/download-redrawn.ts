import type { Dispatcher } from 'undici';
import { redrawStageName, type DoneRedraw } from '../domain/redraw.ts';
import { proxyOf } from '../egress/proxy.ts';
import { messageOf } from '../files/error-code.ts';
import { sha256 } from '../files/sha256.ts';
import { CommandError, type CommandContext } from './context.ts';
import { withTimeLimit } from './time-limit.ts';

/** Time limit for the download of one file: 100 MB at 3 Mbit/s. */
const downloadMs = 5 * 60_000;

type RedrawnFile = DoneRedraw['files'][number];
type Downloading = Pick<CommandContext, 'clock' | 'proxies'>;

/**
 * Downloads a file of a redraw and checks its size and hash. The URL comes from an annotation, so it must be that of a
 * file of this redraw, and no more bytes are read than the redraw reported. Throws `CommandError`.
 */
export async function downloadRedrawn(
  context: Downloading,
  file: RedrawnFile,
  redraw: { jobId: string; number: number },
): Promise<Buffer> {
  const { name, url, bytes, sha256: expected } = file;
  const failed = (why: string): CommandError =>
    new CommandError(
      `The job was drawn again, but ${name} cannot be downloaded: ${why} (${url}). Check that the API and the artifact store can be reached.`,
    );
  if (!isUrlOf(file, redraw)) throw failed('the URL is not that of a file of this redraw');
  let body: Buffer;
  try {
    body = await withTimeLimit(context.clock, downloadMs, (signal) => read(new URL(url), bytes, { context, signal }));
  } catch (error) {
    throw failed(error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error));
  }
  if (body.length !== bytes || sha256(body) !== expected) throw failed('its content is not what was drawn');
  return body;
}

/** Reports whether a URL ends with `/files/<job id>/redraw-<number>-<32 hex digits>/<name>`. */
function isUrlOf({ name, url }: RedrawnFile, { jobId, number }: { jobId: string; number: number }): boolean {
  const { pathname, search } = new URL(url);
  const [files, id, folder = '', file] = pathname.split('/').slice(-4);
  const isFolder = new RegExp(`^${redrawStageName}-${number}-[0-9a-f]{32}$`).test(folder);
  return isFolder && files === 'files' && id === jobId && file === name && search === '';
}

async function read(
  url: URL,
  bytesMax: number,
  { context, signal }: { context: Downloading; signal: AbortSignal },
): Promise<Buffer> {
  const dispatcher = await proxyFor(url, context);
  try {
    const { fetch } = await import('undici');
    const answer = await fetch(url, { redirect: 'error', signal, ...(dispatcher && { dispatcher }) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await readUpTo(answer.body ?? [], bytesMax);
  } finally {
    await dispatcher?.destroy();
  }
}

async function readUpTo(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`it has more than the ${bytesMax} bytes that were drawn`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function proxyFor(url: URL, { proxies }: Downloading): Promise<Dispatcher | undefined> {
  const proxy = proxies && proxyOf(url, proxies());
  if (proxy === undefined) return undefined;
  const { ProxyAgent, Socks5ProxyAgent } = await import('undici');
  if (proxy.startsWith('socks')) return new Socks5ProxyAgent(proxy.replace(/^socks5h:/i, 'socks5:'));
  return new ProxyAgent({ uri: proxy, proxyTunnel: false });
}
