import type { z } from 'zod';
import { unknownSettings } from './known-settings.ts';

export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`The settings are invalid:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

export interface SettingProblem {
  setting: string;
  message: string;
}

export type SettingCheck = (given: Readonly<Record<string, string>>) => SettingProblem[];

/**
 * Parses the environment variables; an empty variable counts as absent. Throws a `ConfigError` with all problems:
 * misspelt names and invalid values, or if all values are valid, the problems that `checks` find.
 *
 * The error never contains a value, because a value may be a secret.
 */
export function readEnvironment<T extends z.ZodType>(
  schema: T,
  env: NodeJS.ProcessEnv,
  checks: readonly SettingCheck[] = [],
): z.output<T> {
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const parsed = schema.safeParse(given, { error: ({ input }) => (input === undefined ? 'is missing' : undefined) });
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => ({ setting: path.join('.'), message }));
  const isRight = ({ setting }: SettingProblem): boolean =>
    !wrong.some((other) => other.setting === setting || other.setting.startsWith(`${setting}.`));
  const found = checks.flatMap((check) => check(given)).filter(isRight);
  const all = [...misspelt(given), ...wrong, ...found];
  if (parsed.success && all.length === 0) return parsed.data;
  throw new ConfigError([...new Set(all.map(sentence))]);
}

function misspelt(given: Readonly<Record<string, string>>): SettingProblem[] {
  return unknownSettings(given).flatMap(({ name, nearest }) =>
    nearest === undefined ? [] : [{ setting: name, message: `is not a setting; did you mean ${nearest}?` }],
  );
}

function sentence({ setting, message }: SettingProblem): string {
  const isVerb = /^(must|is|has|requires)\b/.test(message);
  return `${setting}${isVerb ? '' : ':'} ${message}${/[.?]$/.test(message) ? '' : '.'}`;
}
