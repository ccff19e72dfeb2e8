const root = document.documentElement;
const locale = root.dataset['locale'] ?? 'en';
const exactLocal = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
const exactUtc = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** @type {readonly (readonly [Intl.RelativeTimeFormatUnit, number])[]} */
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/**
 * Shows the times of a page relative to now, with the exact time on hover; or the exact times in UTC, if the person has
 * chosen that.
 *
 * @param {ParentNode} parent
 */
export function showTimes(parent) {
  const isUtc = root.dataset['utc'] === 'true';
  for (const element of parent.querySelectorAll('time[datetime]')) {
    const at = new Date(element.getAttribute('datetime') ?? '');
    if (Number.isNaN(at.getTime())) continue;
    const utc = `${exactUtc.format(at)} UTC`;
    const text = isUtc ? utc : relative(at);
    if (element.textContent !== text) element.textContent = text;
    element.setAttribute('title', isUtc ? relative(at) : `${exactLocal.format(at)} · ${utc}`);
  }
}

/** @param {Date} at */
function relative(at) {
  const seconds = (at.getTime() - Date.now()) / 1_000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relativeFormat.format(Math.trunc(seconds / length), unit);
}
