import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../domain/json-text.ts';

/** What a stage may put into the service's log: a stage gone mad fills neither memory nor disk. */
export interface LineLimits {
  lineLengthMax: number;
  linesMax: number;
}

export const lineLimits: LineLimits = { lineLengthMax: 8_192, linesMax: 500 };

const LogLine = z.looseObject({ level: z.number(), msg: z.string().default('') });
/** The service's own logger says these, or the line's place in the log does. */
const ownFields = new Set(['level', 'time', 'pid', 'hostname', 'role', 'msg', 'jobId', 'stage', 'attempt']);

/** Hand every line to `emit`, cut to its limit; after the last one allowed, one that says so. */
export function forwardLines(stream: Readable, emit: (line: string) => void, limits: LineLimits = lineLimits): void {
  const { lineLengthMax, linesMax } = limits;
  let [lines, rest] = [0, ''];
  const forward = (line: string): void => {
    lines += 1;
    if (lines <= linesMax) emit(line.slice(0, lineLengthMax));
    else if (lines === linesMax + 1) emit(`More than ${linesMax} lines: the rest is left out.`);
  };
  stream.setEncoding('utf8');
  stream.on('error', () => undefined);
  stream.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = (parts.pop() ?? '').slice(0, lineLengthMax);
    parts.filter((line) => line !== '').forEach(forward);
  });
  stream.on('end', () => {
    if (rest !== '') forward(rest);
  });
}

/**
 * A line of a stage in the service's log: its own JSON with its level and fields, anything else as a warning. The logger
 * knows which attempt it is.
 */
export function logStageLine(logger: Logger, line: string): void {
  const parsed = LogLine.safeParse(parseJson(line));
  if (!parsed.success) {
    logger.warn({ line }, 'stage output');
    return;
  }
  const { level, msg } = parsed.data;
  const fields = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !ownFields.has(name)));
  if (level >= 50) logger.error(fields, msg);
  else if (level >= 40) logger.warn(fields, msg);
  else if (level >= 30) logger.info(fields, msg);
  else logger.debug(fields, msg);
}
