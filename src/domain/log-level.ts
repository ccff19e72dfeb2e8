import { z } from 'zod';

/** Numbers of pino for levels, which lines of earlier versions have. */
const numbers: readonly (readonly [least: number, level: 'error' | 'warn' | 'info'])[] = [
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
];

/** Level of a log line. `fatal` is read as `error`, and `trace` as `debug`. */
export const LogLevel = z.union([
  z.enum(['error', 'warn', 'info', 'debug']),
  z.literal('fatal').transform(() => 'error' as const),
  z.literal('trace').transform(() => 'debug' as const),
  z.number().transform((number) => numbers.find(([least]) => number >= least)?.[1] ?? ('debug' as const)),
]);
