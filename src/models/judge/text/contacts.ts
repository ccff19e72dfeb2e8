const email = String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`;
const handle = String.raw`(?<![\w@])@\w[\w.]*\w`;
const link = String.raw`(?:https?:\/\/|www\.)[^\s<>"”)]+`;
const domain = String.raw`(?<![\w.-])(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|app|dev|shop|store|online|site|[a-z]{2})(?![\w])(?:\/[^\s<>"”)]*)?`;
/** A phone number has at least seven digits and a plus sign, a bracket, or several groups that are no thousands. */
const phone = String.raw`(?:\+\d|\(\d+\)|\b0\d+)[\d\s()./-]{5,}\d`;
const contact = new RegExp([email, handle, link, domain, phone].join('|'), 'gu');

/** Returns e-mail addresses, handles, URLs and phone numbers in a text, as they are written. */
export const contactsIn = (text: string): string[] =>
  (text.match(contact) ?? []).map((found) => found.replace(/[.,;:!?]+$/u, ''));

export const withoutContacts = (text: string): string =>
  contactsIn(text).reduce((left, found) => left.replaceAll(found, ' '), text);

/** Reports whether a source has an address. The scheme and `www.` do not count, nor does the grouping of digits. */
export function isContactIn(found: string, sources: readonly string[]): boolean {
  const plain = /[a-z@]/iu.test(found) ? bareAddress : digitsOf;
  const sought = plain(found);
  return sources.some((source) => plain(source).includes(sought));
}

const bareAddress = (text: string): string =>
  text
    .toLowerCase()
    .replace(/https?:\/\/|www\./gu, '')
    .replace(/\/+$/u, '');

const digitsOf = (text: string): string => text.replace(/\D/gu, '');
