import { z } from 'zod';
import { parseJson } from '../../../domain/json-text.ts';

const LogLine = z.looseObject({
  level: z.number(),
  time: z.union([z.number(), z.string()]),
  msg: z.string().catch(''),
});
const levels: readonly (readonly [least: number, name: string])[] = [
  [50, 'ERROR'],
  [40, 'WARN'],
  [30, 'INFO'],
];
const fieldsOfAttempt = new Set(['level', 'time', 'pid', 'hostname', 'role', 'msg', 'jobId', 'stage', 'attempt']);

/** Returns a line of a stage for people: time, level, message and further fields. Other lines stay as they are. */
export function readableLine(line: string): string {
  const { data } = LogLine.safeParse(parseJson(line));
  const at = new Date(data?.time ?? NaN);
  if (data === undefined || Number.isNaN(at.getTime())) return line;
  const level = levels.find(([least]) => data.level >= least)?.[1] ?? 'DEBUG';
  const fields = Object.entries(data).filter(([name]) => !fieldsOfAttempt.has(name));
  const more = fields.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(fields))}`;
  return `${at.toISOString().slice(11, 23)} ${level.padEnd(5)} ${data.msg}${more}`;
}
