import { pino, type Logger } from 'pino';
import { parseJson } from '../../../src/domain/json-text.ts';

/** A log line, parsed from JSON. */
export type LogLine = Record<string, unknown> & { level: string; msg: string };

/** Returns a logger that adds its parsed log lines to the list. */
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
