import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case; of a name that comes twice the last one. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Send bytes as they are and read until the other side hangs up. Parts are written one after the other; the socket stays
 * half open, so the server alone decides when it is over. Rejects when the connection is reset.
 */
export function exchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(parseAnswers(Buffer.concat(chunks).toString('latin1')));
    });
    for (const part of parts) socket.write(part);
  });
}

function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => splitOnce(line, ':')));
    const length = Number(headers['content-length'] ?? 0);
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

function splitOnce(line: string, sign: string): [string, string] {
  const at = line.indexOf(sign);
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}
