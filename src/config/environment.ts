import { z } from 'zod';

/** What is wrong with the environment, one line a setting. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`The settings are not right:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/** Parse the environment; an empty variable counts as absent. Values never appear in the error: they may be secrets. */
export function readEnvironment<T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv): z.output<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path, message }) => {
      const isMissing = path.length === 1 && !Object.hasOwn(given, String(path[0]));
      return `${path.join('.')}: ${isMissing ? missing(message) : message}`;
    }),
  );
}

/** zod says of what is absent that it has a wrong type; what a schema says itself is better. */
function missing(message: string): string {
  return message.startsWith('Invalid input') ? 'is missing' : message;
}

/** `host:port`, `[::1]:port` or `:port` (all addresses); port 0 takes a free one. */
export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[^:\s]*):\d{1,5}$/, 'must be host:port, such as 127.0.0.1:8080 or :8080')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    const host = text.slice(0, at).replace(/^\[|\]$/g, '');
    return { host: host === '' ? '::' : host, port: Number(text.slice(at + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'must have a port of at most 65535');
