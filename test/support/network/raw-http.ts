import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Headers with names in lower case. Of repeated headers, the last one counts. */
  headers: Record<string, string>;
  body: string;
}

export interface RawConnection {
  write(part: string | Buffer): void;
  /** Resolves when the received bytes contain this text. */
  heard(text: string): Promise<void>;
  /** All responses, once the server has closed the connection. Rejects if the connection is reset. */
  answers: Promise<RawAnswer[]>;
}

/**
 * Opens a connection for raw bytes. The client does not close its side first, so the server alone decides when the
 * connection ends.
 */
export function openConnection(port: number): RawConnection {
  const chunks: Buffer[] = [];
  const text = (): string => Buffer.concat(chunks).toString('latin1');
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const answers = new Promise<RawAnswer[]>((resolve, reject) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(parseAnswers(text()));
    });
  });
  return {
    write: (part) => socket.write(part),
    heard: async (wanted) => {
      while (!text().includes(wanted)) await once(socket, 'data');
    },
    answers,
  };
}

/** Sends the parts in order and reads all responses until the server closes the connection. */
export function exchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer[]> {
  const connection = openConnection(port);
  for (const part of parts) connection.write(part);
  return connection.answers;
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
