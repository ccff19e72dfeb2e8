import { once } from '../../../domain/once.ts';
import { jobText } from '../../jobs/job-row.ts';
import { texts } from '../../texts/texts.ts';
import { notice } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { Locale, View } from '../../web/view.ts';
import type { KnownJob } from './known-job.ts';

const decimals = once((locale: Locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const sizes = once((locale: Locale) => {
  const ofUnit = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 });
  return { megabyte: ofUnit('megabyte'), kilobyte: ofUnit('kilobyte') };
});

/** A number with at most two decimals, such as a measured value. */
export function decimal({ locale }: View, value: number): string {
  return decimals(locale).format(value);
}

/** Size of a file, such as `1.5 MB`. */
export function fileSize({ locale }: View, bytes: number): string {
  const [unit, each] = bytes >= 1e6 ? (['megabyte', 1e6] as const) : (['kilobyte', 1e3] as const);
  return sizes(locale)[unit].format(bytes / each);
}

export function partUnavailable(part: string): Html {
  return notice('warning', texts.job.unavailable(part));
}

/** A part that the job does not have. */
export function nothing(title: string, advice: string): Html {
  return html`<p class="soft">${title} ${advice}</p>`;
}

/** The brand and product of a job, or the start of its id if they are not known. */
export function jobName({ jobId, object }: KnownJob): string {
  const text = object === undefined ? '' : jobText(object.spec);
  return text === '' ? texts.job.title(jobId.slice(0, 8)) : text;
}

/** Path of the page of a job, or of one of its addresses. */
export function jobPath(jobId: string, ...rest: string[]): string {
  return ['/jobs', jobId, ...rest].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/');
}
