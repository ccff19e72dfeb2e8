import type { SettingInForce } from '../admin/setting-in-force.ts';
import { z } from 'zod';
import { knownSettings } from './known-settings.ts';
import { shapeOf, type Settings } from './setting.ts';

/** Names of settings whose values are secrets. Names of files and objects that contain secrets are not secret. */
const secretName = /(PASSWORD|SECRET|TOKEN|CREDENTIAL|PRIVATE|PASSPHRASE)(?!.*_(FILE|NAME)$)/;

/**
 * Returns every known setting, by name, with its value in a process that reads `settings` from `env`. The result
 * contains no secret, so that it may be shown.
 */
export function settingsInForce(settings: Settings, env: NodeJS.ProcessEnv = process.env): SettingInForce[] {
  const shape = new Map(Object.entries(shapeOf(settings)));
  return knownSettings.map((name) => {
    const schema = shape.get(name);
    const { state, text } = inForce(schema, env[name] ?? '');
    const value = text === undefined || secretName.test(name) ? undefined : withoutCredentials(text);
    return { name, state, isSecret: secretName.test(name) || (text !== undefined && value === undefined), value };
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

/**
 * Returns a text without the user name, the password and the query of a URL, where a Redis URL may have its password.
 * Returns undefined for a text that may contain credentials elsewhere: one with an `@` that is no URL, or with an `@`
 * behind the host of the URL.
 */
function withoutCredentials(text: string): string | undefined {
  const url = text.includes('://') && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return text.includes('@') ? undefined : text;
  const { protocol, host, pathname, search, hash } = url;
  const place = `${host}${pathname}${search === '' ? '' : '?…'}${hash}`;
  if (place.includes('@')) return undefined;
  if (url.username + url.password !== '') return `${protocol}//…@${place}`;
  return search === '' ? text : `${protocol}//${place}`;
}
