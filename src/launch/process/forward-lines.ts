import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { z } from 'zod';
import { LogLevel } from '../../domain/log-level.ts';
import { parseJson } from '../../domain/json-text.ts';
import { firstUnits } from '../../domain/whole-characters.ts';

export interface LineLimits {
  lineLengthMax: number;
  linesMax: number;
}

export const lineLimits: LineLimits = { lineLengthMax: 8_192, linesMax: 500 };

const LogLine = z.looseObject({ level: LogLevel, msg: z.string().default('') });
const ownFields = new Set(['level', 'time', 'pid', 'hostname', 'role', 'msg', 'jobId', 'stage', 'attempt']);

/**
 * Passes every line of a stage's output to `emit`. Cuts lines that are too long. After the maximum number of lines,
 * emits a note once and ignores all further lines.
 */
export function forwardLines(stream: Readable, emit: (line: string) => void, limits: LineLimits = lineLimits): void {
  const { lineLengthMax, linesMax } = limits;
  let [lines, rest] = [0, ''];
  const forward = (line: string): void => {
    lines += 1;
    if (lines <= linesMax) emit(firstUnits(line, lineLengthMax));
    else if (lines === linesMax + 1) emit(`Output exceeds ${linesMax} lines; dropping the rest.`);
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
 * Logs a line that a stage has written to its output. A line in the JSON format of the logger keeps its level and
 * fields; any other line becomes a warning. The logger adds the job, stage and attempt.
 */
export function logStageLine(logger: Logger, line: string): void {
  const parsed = LogLine.safeParse(parseJson(line));
  if (!parsed.success) {
    logger.warn({ line }, 'stage output');
    return;
  }
  const { level, msg } = parsed.data;
  const fields = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => !ownFields.has(name)));
  logger[level](fields, msg);
}
