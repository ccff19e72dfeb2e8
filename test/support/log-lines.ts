import { pino, type Logger } from 'pino';
import { parseJson } from '../../src/domain/json-text.ts';

/** One line of a log, as it was written. */
export type LogLine = Record<string, unknown> & { level: string; msg: string };

/** A logger whose lines a test can look at. */
export function loggerInto(lines: LogLine[]): Logger {
  const formatters = { level: (level: string) => ({ level }) };
  const write = (text: string): void => {
    const line = parseJson(text);
    if (isLine(line)) lines.push(line);
  };
  return pino({ level: 'debug', base: null, formatters }, { write });
}

function isLine(value: unknown): value is LogLine {
  return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
}
