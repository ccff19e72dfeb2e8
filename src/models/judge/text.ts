import { unsupportedAmounts } from './text/amounts.ts';
import { unsupportedClaims } from './text/claims.ts';
import { contactsIn, isContactIn, withoutContacts } from './text/contacts.ts';
import { unsupportedNames } from './text/names.ts';

/**
 * Returns what a text of a model states and no source does: amounts, claims, names, and addresses such as URLs and phone
 * numbers. Each entry is a phrase such as `the number 42`. `sources` are the texts of the request and of the pages, in any
 * language. `language` is the BCP-47 tag of the text.
 *
 * The judge knows words, not meaning: a number counts as supported if a source has it, whatever it counts there.
 */
export function unsupported(text: string, sources: readonly string[], language: string): string[] {
  const contacts = contactsIn(text);
  const rest = withoutContacts(text);
  const found = [
    ...contacts.filter((contact) => !isContactIn(contact, sources)).map((contact) => `the address ${contact}`),
    ...unsupportedAmounts(rest, sources.map(withoutContacts), language),
    ...unsupportedClaims(rest, sources, language),
    ...unsupportedNames(rest, sources, language),
  ];
  return [...new Set(found)];
}
