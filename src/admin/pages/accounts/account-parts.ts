import { keyText, type ObjectKey } from '../../../objects/object-key.ts';
import type { AdAccount, AdAccountStatus } from '../../../schema/adaccount.ts';
import { texts } from '../../texts/texts.ts';
import { number } from '../../web/components/formats.ts';
import { progress } from '../../web/components/figures.ts';
import { badge } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { accounts: words } = texts;

/** Returns the path of the pages of an account, such as `/accounts/default/acme/grants`. */
export function accountPath({ namespace, name }: ObjectKey, rest = ''): string {
  return `/accounts/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}${rest}`;
}

/** The page above the pages of an account. */
export const accountsParent = { path: '/accounts', title: texts.shell.titles.accounts };

/** Returns the link from a page of an account to the account. */
export function accountParent(account: ObjectKey): { path: string; title: string } {
  return { path: accountPath(account), title: account.name };
}

/** The name of an account as people know it, with its namespace and name below. */
export function accountName({ metadata, spec }: Pick<AdAccount, 'metadata' | 'spec'>): Html {
  const full = keyText(metadata);
  return html`${spec.displayName ?? metadata.name} <small><code>${full}</code></small>`;
}

type Credits = NonNullable<AdAccountStatus['credits']>;

/** A bar with the part of the granted credits that is charged or reserved. */
export function creditsMeter(view: View, credits: Credits | undefined): Html | undefined {
  if (credits === undefined) return undefined;
  const { granted, reserved, spent } = credits;
  const used = reserved + spent;
  const text = words.creditsUsed(number(view, used), number(view, granted));
  return progress({ label: words.credits, value: used, max: granted, text });
}

export function activeBadge({ active }: { active: boolean }): Html {
  return active ? badge('good', words.active) : badge('warning', words.inactive);
}
