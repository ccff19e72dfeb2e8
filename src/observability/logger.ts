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
export function createLogger(
  level: string,
  role: string,
  destination: DestinationStream = pino.destination(2),
): Logger {
  return pino(
    {
      level,
      base: { role },
      redact: { paths: secretPaths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}

/**
 * Standard error, for a role that writes a line for each request: lines go out together, at the latest after 100 ms and at
 * the end of the process. A `kill -9` loses the last of them.
 */
export function gatheredLines(): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true, minLength: 4_096, periodicFlush: 100 });
  process.once('exit', () => {
    lines.flushSync();
  });
  return lines;
}
