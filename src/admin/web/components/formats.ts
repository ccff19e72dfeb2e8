import { once } from '../../../domain/once.ts';
import { html, type Html } from '../html.ts';
import type { Locale, View } from '../view.ts';

// A format takes much time and memory to create, and a page has hundreds of numbers and times.
const numbers = once((locale: Locale) => new Intl.NumberFormat(locale));
const exactTimes = once(
  (locale: Locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
);
const relativeTimes = once((locale: Locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const spans = once((locale: Locale) => {
  const ofUnit = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  return { hour: ofUnit('hour'), minute: ofUnit('minute'), second: ofUnit('second') };
});

/** A whole number in the format of the locale. */
export function number({ locale }: View, value: number): string {
  return numbers(locale).format(value);
}

/**
 * A time: relative, such as `3 minutes ago`, with the exact time on hover; or the exact time in UTC if the person has
 * chosen that.
 */
export function time(view: View, iso: string | undefined): Html | undefined {
  if (iso === undefined) return undefined;
  const at = new Date(iso);
  const exact = exactTime(view, at);
  return html`<time datetime="${at.toISOString()}" title="${exact}">${view.isUtc ? exact : relative(view, at)}</time>`;
}

function exactTime({ locale }: View, at: Date): string {
  return `${exactTimes(locale).format(at)} UTC`;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function relative({ locale, now }: View, at: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? units[3];
  return relativeTimes(locale).format(Math.trunc(seconds / length), unit);
}

/** A span of time, such as `2 min 5 s`. */
export function duration({ locale }: View, milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const parts = [
    ['hour', Math.floor(seconds / 3_600)],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ] as const;
  const shown = parts.filter(([unit, count]) => count > 0 || (unit === 'second' && seconds === 0)).slice(0, 2);
  return shown.map(([unit, count]) => spans(locale)[unit].format(count)).join(' ');
}
