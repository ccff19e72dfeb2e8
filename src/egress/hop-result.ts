import type { Readable } from 'node:stream';
import { decodeBody } from './decode-body.ts';
import { asEgressError } from './failure.ts';
import { EgressError, type Fetched, type FetchLimits } from './port.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Request to one URL. A fetch makes several such requests if it is redirected. */
export interface Hop {
  url: URL;
  limits: FetchLimits;
  signal: AbortSignal;
}

/** Head of a response, and its body as it was sent. */
export interface Answer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
  isCut?: () => boolean;
}

export type HopResult = { kind: 'arrived'; fetched: Fetched } | { kind: 'redirected'; location: string };

/** Reads a response. Throws `EgressError` for a status that is neither 2xx nor a redirect. */
export async function resultOf(answer: Answer, hop: Hop): Promise<HopResult> {
  const [location, ...others] = new Set(redirectStatuses.has(answer.statusCode) ? valuesOf(answer, 'location') : []);
  if (others.length > 0) throw new EgressError('bad_response', hop.url.host, 'the answer redirects to different URLs');
  if (location !== undefined) {
    return { kind: 'redirected', location: Buffer.from(location, 'latin1').toString('utf8') };
  }
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await badStatus(answer, hop);
  return { kind: 'arrived', fetched: await received(answer, hop) };
}

async function received(answer: Answer, { url, limits, signal }: Hop): Promise<Fetched> {
  const bytes = await bodyOf(answer, { url, limits, signal });
  const contentType = valuesOf(answer, 'content-type').at(-1) ?? null;
  const allowOrigin = headerOf(answer, 'access-control-allow-origin');
  return {
    url: url.href,
    status: answer.statusCode,
    contentType,
    bytes,
    ...(answer.isCut?.() === true && { isCut: true }),
    ...(allowOrigin !== undefined && { allowOrigin }),
  };
}

/** Returns the decoded body. A connection that is closed in the middle of the body is a fault of the response. */
async function bodyOf(answer: Answer, { url, limits, signal }: Hop): Promise<Buffer> {
  try {
    const encodings = {
      content: headerOf(answer, 'content-encoding'),
      transfer: headerOf(answer, 'transfer-encoding'),
    };
    return await decodeBody(answer.body, encodings, limits.bytesMax, signal);
  } catch (error) {
    if (asEgressError(error, url.host).reason !== 'connection_reset') throw error;
    throw new EgressError('bad_response', url.host, 'the answer was cut short', { cause: error });
  }
}

async function badStatus(answer: Answer, hop: Hop): Promise<EgressError> {
  const { failureBytesMax: bytesMax } = hop.limits;
  const asked = bytesMax === undefined ? undefined : received(answer, { ...hop, limits: { ...hop.limits, bytesMax } });
  const body = await asked?.catch(() => undefined);
  const detail = `the server answered with status ${answer.statusCode}`;
  return new EgressError('bad_status', hop.url.host, detail, { answer: body });
}

function headerOf(answer: Answer, name: string): string | undefined {
  const values = valuesOf(answer, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the values of all headers with a name. */
function valuesOf({ headers }: Answer, name: string): string[] {
  return [headers[name] ?? []].flat();
}
