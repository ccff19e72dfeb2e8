import type { SettingInForce } from '../admin/setting-in-force.ts';
import { z } from 'zod';
import { knownSettings } from './known-settings.ts';
import { shapeOf, type Settings } from './setting.ts';

/** Names of settings whose values are secrets. Names of files and of objects that contain secrets are none. */
const secretName = /(PASSWORD|SECRET|TOKEN|CREDENTIAL|PRIVATE|PASSPHRASE)(?!.*_(FILE|NAME)$)/;

/**
 * Returns every known setting, by name, with its value in a process that reads `settings` from `env`. The result
 * contains no secret, so that it may be shown.
 */
export function settingsInForce(settings: Settings, env: NodeJS.ProcessEnv = process.env): SettingInForce[] {
  const shape = new Map(Object.entries(shapeOf(settings)));
  return knownSettings.map((name) => {
    const schema = shape.get(name);
    const isSecret = secretName.test(name);
    const { state, text } = inForce(schema, env[name] ?? '');
    return { name, state, isSecret, value: isSecret || text === undefined ? undefined : withoutCredentials(text) };
  });
}

function inForce(
  schema: z.core.$ZodType | undefined,
  given: string,
): Pick<SettingInForce, 'state'> & { text?: string } {
  if (schema === undefined) return { state: 'unused' };
  if (given !== '') return { state: 'set', text: given };
  const value = defaultOf(schema);
  return value === undefined ? { state: 'absent' } : { state: 'default', text: textOf(value) };
}

/** Returns the default of a schema, before any conversion of the value. */
function defaultOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return schema.def.defaultValue;
  if (schema instanceof z.ZodPipe) return defaultOf(schema.def.in);
  return schema instanceof z.ZodOptional ? defaultOf(schema.def.innerType) : undefined;
}

const Address = z.object({ host: z.string(), port: z.number() });

function textOf(value: unknown): string {
  const address = Address.safeParse(value);
  if (address.success) {
    const { host, port } = address.data;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Removes user names and passwords from all URLs of a text. */
function withoutCredentials(text: string): string {
  return text.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1…@');
}
