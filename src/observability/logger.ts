import { pino, type DestinationStream, type Logger } from 'pino';

/** Paths that are never written, whatever a caller puts into a log line. */
const secretPaths = [
  'apiKey',
  'secret',
  'authorization',
  'headers["x-api-key"]',
  '*.apiKey',
  '*.secret',
  '*.secretHash',
  '*.authorization',
];

/** JSON lines on standard error by default: standard output belongs to what a command prints. */
export function createLogger(level: string, role: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: { role },
      redact: { paths: secretPaths, censor: '[redacted]' },
      timestamp: timeMember(),
    },
    destination,
  );
}

/** Characters of lines that could not be written; what comes beyond is dropped. */
const unwrittenMax = 1024 * 1024;

/** A disk that is full must not end a service that could go on: its lines wait for room. */
function standardError() {
  const out = pino.destination({ dest: 2, sync: true, maxLength: unwrittenMax });
  return out.on('error', () => undefined);
}

/** As pino's own; many lines of a busy service share their millisecond, and to write it out takes a fifth of a line. */
function timeMember(): () => string {
  let writtenMs = 0;
  let text = '';
  return () => {
    const nowMs = Date.now();
    if (nowMs !== writtenMs) text = `,"time":"${new Date(nowMs).toISOString()}"`;
    writtenMs = nowMs;
    return text;
  };
}

const gatherCharacters = 4_096;
const gatherMs = 100;

/**
 * Standard error, for a role that writes a line for each request: lines go out together, at the latest after 100 ms and at
 * the end of the process. A `kill -9` loses the last of them.
 */
export function gatheredLines(): DestinationStream {
  const out = standardError();
  let gathered = '';
  const flush = (): void => {
    if (gathered !== '') out.write(gathered);
    gathered = '';
  };
  setInterval(flush, gatherMs).unref();
  process.once('exit', flush);
  return {
    write: (line) => {
      gathered += line;
      if (gathered.length >= gatherCharacters) flush();
    },
  };
}
