import { rateWindows } from '../../../ads/known-types.ts';
import type { AdAccountSpec } from '../../../schema/adaccount.ts';
import { limitOf } from '../../../ratelimit/port.ts';
import type { WindowDefaults } from '../../../schema/apikey.ts';
import type { Faults } from '../../forms/read-form.ts';
import { texts } from '../../texts/texts.ts';
import { choice, field, fieldGroup } from '../../web/components/form.ts';
import { html, type Html } from '../../web/html.ts';

const { accounts: words } = texts;

/** Values of the settings of an account, by the names of their fields. An empty text stands for no setting. */
export type SettingValues = Readonly<Record<string, string>>;

/** Names of the fields of the settings, with their labels, in the order of the form. */
export const settingLabels: Readonly<Record<string, string>> = {
  displayName: words.displayName,
  weight: words.weight,
  maxRunningJobs: words.maxRunningJobs,
  requireReadableBrand: words.readableBrand,
  'ownerKeys.max': words.ownerKeysMax,
  ...Object.fromEntries(
    rateWindows.map(({ limit, requests }) => [`ownerKeys.limits.${limit}`, words.ownerLimit(requests)]),
  ),
};

/** Returns the settings of an account as values of the form. */
export function settingValues(spec: AdAccountSpec): SettingValues {
  const { displayName, weight, maxRunningJobs, requireReadableBrand, ownerKeys } = spec;
  const limits = rateWindows.map(({ limit }) => [`ownerKeys.limits.${limit}`, ownerKeys?.limits?.[limit]] as const);
  const values = { displayName, weight, maxRunningJobs, requireReadableBrand, 'ownerKeys.max': ownerKeys?.max };
  const all = [...Object.entries(values), ...limits];
  return Object.fromEntries(all.map(([name, value]) => [name, value === undefined ? '' : String(value)]));
}

/** Returns what was typed into the fields of the settings. */
export function typedSettings(form: URLSearchParams): SettingValues {
  return Object.fromEntries(Object.keys(settingLabels).map((name) => [name, form.get(name)?.trim() ?? '']));
}

const readableBrandOptions = [
  { value: '', label: words.readableBrandDefault },
  { value: 'true', label: words.readableBrandTrue },
  { value: 'false', label: words.readableBrandFalse },
];

/** The fields of an account. Those that few accounts need are folded away, unless one of them is wrong. */
export function settingFields(values: SettingValues, faults: Faults, windowDefaults: WindowDefaults): Html {
  const given = (name: string) => ({
    name,
    label: settingLabels[name] ?? name,
    value: values[name],
    error: faults[name],
  });
  const isWrong = Object.keys(faults).some((name) => name === 'weight' || name.startsWith('ownerKeys'));
  const limits = rateWindows.map(({ name, limit, max }) =>
    field({
      ...{ ...given(`ownerKeys.limits.${limit}`), type: 'number', min: 1, max, hint: words.ownerLimitHint },
      placeholder: String(limitOf(name, {}, windowDefaults)),
    }),
  );
  return html`${field(given('displayName'))}
    ${field({ ...given('maxRunningJobs'), type: 'number', min: 1, hint: words.maxRunningJobsHint })}
    ${choice({ ...given('requireReadableBrand'), options: readableBrandOptions })}
    <details${isWrong ? html` open` : undefined}>
      <summary>${words.advanced}</summary>
      <div class="folded">
        ${field({ ...given('weight'), type: 'number', min: 1, max: 1_000, hint: words.weightHint, placeholder: '1' })}
        ${fieldGroup(
          words.ownerKeys,
          html`<p>${words.ownerText}</p>
            ${field({ ...given('ownerKeys.max'), type: 'number', min: 0, max: 1_000, hint: words.ownerKeysMaxHint, placeholder: '5' })}
            ${limits}`,
        )}
      </div>
    </details>`;
}
