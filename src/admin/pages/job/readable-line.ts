import { z } from 'zod';
import { LogLevel } from '../../../domain/log-level.ts';
import { parseJson } from '../../../domain/json-text.ts';

const LogLine = z.looseObject({
  level: LogLevel,
  time: z.union([z.number(), z.string()]),
  msg: z.string().catch(''),
});
const fieldsOfAttempt = new Set(['level', 'time', 'pid', 'hostname', 'role', 'msg', 'jobId', 'stage', 'attempt']);

/** Returns a line of a stage for people: time, level, message and further fields. Other lines stay as they are. */
export function readableLine(line: string): string {
  const { data } = LogLine.safeParse(parseJson(line));
  const at = new Date(data?.time ?? NaN);
  if (data === undefined || Number.isNaN(at.getTime())) return line;
  const fields = Object.entries(data).filter(([name]) => !fieldsOfAttempt.has(name));
  const more = fields.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(fields))}`;
  return `${at.toISOString().slice(11, 23)} ${data.level.toUpperCase().padEnd(5)} ${data.msg}${more}`;
}
