import type { Viewer } from '../viewer.ts';

/** Locales in whose formats numbers and dates are shown. The first is the default. */
export const locales = ['en', 'de', 'fr', 'es', 'ja'] as const;
export type Locale = (typeof locales)[number];

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Properties of a request that its page depends on. */
export interface View {
  /** Undefined on pages that need no sign-in. */
  viewer: Viewer | undefined;
  locale: Locale;
  theme: Theme;
  /** True if times are shown in UTC instead of the time zone of the browser. */
  isUtc: boolean;
  now: Date;
  /** True if the browser accepts pages in gzip. */
  canGzip: boolean;
  /** Path of the page, below the base path. */
  path: string;
  query: URLSearchParams;
  /** Returns the address of a path of the dashboard, such as `/jobs`, with these query parameters. */
  to(path: string, query?: Record<string, string | number | undefined>): string;
}
