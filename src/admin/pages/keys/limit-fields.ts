import { rateWindows } from '../../../ads/known-types.ts';
import { limitOf } from '../../../ratelimit/port.ts';
import type { ApiKeySpec, WindowDefaults } from '../../../schema/apikey.ts';
import type { Faults } from '../../forms/read-form.ts';
import { texts } from '../../texts/texts.ts';
import { field } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { keys: words } = texts;

/** Values of the fields of a key, by their names. An empty text stands for no value. */
export type KeyValues = Readonly<Record<string, string>>;

/** Names of the fields of a key, with their labels, in the order of the form. */
export const keyLabels: KeyValues = {
  ...Object.fromEntries(rateWindows.map(({ limit, requests }) => [`limits.${limit}`, words.limit(requests)])),
  expiresAt: words.expiresAt,
};

export function keyValues({ limits, expiresAt }: ApiKeySpec): KeyValues {
  const shown = rateWindows.map(({ limit }) => [`limits.${limit}`, String(limits?.[limit] ?? '')] as const);
  return { ...Object.fromEntries(shown), expiresAt: localTime(expiresAt) };
}

/** Returns the value of a field of the type `datetime-local`, in UTC and in whole minutes. */
function localTime(time: string | undefined): string {
  const at = time === undefined ? NaN : Date.parse(time);
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 16);
}

export function typedKey(form: URLSearchParams): KeyValues {
  return Object.fromEntries(Object.keys(keyLabels).map((name) => [name, form.get(name)?.trim() ?? '']));
}

interface Shown {
  values: KeyValues;
  faults: Faults;
  windowDefaults: WindowDefaults;
  /** Highest limits that an owner may choose; other limits are not shown. Undefined for an admin. */
  ceilings?: Readonly<Record<string, number | undefined>> | undefined;
}

export function limitFields(view: View, { values, faults, windowDefaults, ceilings }: Shown): Html {
  const windows = rateWindows.filter(({ limit }) => ceilings === undefined || ceilings[limit] !== undefined);
  const given = (name: string) => ({ name, label: keyLabels[name] ?? name, value: values[name], error: faults[name] });
  const limits = windows.map(({ name, limit, max }) => {
    const usual = words.limitHint(number(view, limitOf(name, {}, windowDefaults)));
    const hint = ceilings === undefined ? usual : words.ownerLimitHint;
    return field({ ...given(`limits.${limit}`), type: 'number', min: 1, max: ceilings?.[limit] ?? max, hint });
  });
  return html`${limits} ${field({ ...given('expiresAt'), type: 'datetime-local', step: 60, hint: words.expiresHint })}`;
}
