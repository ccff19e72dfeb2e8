import { connect } from 'node:net';

/**
 * Response to one request of a burst. It is `undefined` if the server reset or closed the connection without a
 * response.
 */
export interface BurstAnswer {
  status: number;
  headers: string;
  body: string;
  /** Time from the start of the burst to this response. */
  afterMs: number;
}

/** Sends all requests at the same time, each on its own connection and in a single write. */
export function burst(port: number, requests: readonly string[]): Promise<(BurstAnswer | undefined)[]> {
  const beginMs = performance.now();
  return Promise.all(requests.map((request) => answerTo(port, request, beginMs)));
}

export function wireRequest(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const all = { Host: 'ads', ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

function answerTo(port: number, request: string, beginMs: number): Promise<BurstAnswer | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
    const end = (answer: BurstAnswer | undefined): void => {
      resolve(answer);
      socket.destroy();
    };
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      const answer = parsed(text, performance.now() - beginMs);
      if (answer !== undefined) end(answer);
    });
    for (const event of ['error', 'close'] as const) {
      socket.on(event, () => {
        end(undefined);
      });
    }
  });
}

/** Parses a response. Returns `undefined` if the response is still incomplete. */
function parsed(text: string, afterMs: number): BurstAnswer | undefined {
  const headersEnd = text.indexOf('\r\n\r\n');
  if (headersEnd === -1) return undefined;
  const [headers, body] = [text.slice(0, headersEnd), text.slice(headersEnd + 4)];
  const length = Number(/^content-length: (\d+)$/im.exec(headers)?.[1] ?? 0);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status: Number(headers.split(' ', 2)[1]), headers, body, afterMs };
}
