import type { Logger } from 'pino';
import type { NamedExtractor } from './extract/extractors.ts';
import type { Findings } from './found.ts';
import type { Reading } from './merge.ts';
import type { Page } from './page.ts';

/** Joins the findings of several extractors or readers. */
export function joined(parts: Partial<Findings>[]): Findings {
  const all = <T>(pick: (part: Partial<Findings>) => T[] | undefined): T[] => parts.flatMap((part) => pick(part) ?? []);
  return {
    names: all(({ names }) => names),
    logos: all(({ logos }) => logos),
    colors: all(({ colors }) => colors),
    fonts: all(({ fonts }) => fonts),
    headlines: all(({ headlines }) => headlines),
    subheadlines: all(({ subheadlines }) => subheadlines),
    ctas: all(({ ctas }) => ctas),
    productNames: all(({ productNames }) => productNames),
    prices: all(({ prices }) => prices),
    products: all(({ products }) => products),
    pictures: all(({ pictures }) => pictures),
    languages: all(({ languages }) => languages),
  };
}

/**
 * Runs the extractors, which each read one kind of data, on a web page. If an extractor throws, only its own findings
 * are lost.
 */
export function readPage(page: Page, extractors: readonly NamedExtractor[], logger: Pick<Logger, 'warn'>): Reading {
  const parts = extractors.map(([name, extract]) => {
    try {
      return extract(page);
    } catch (error) {
      logger.warn(
        { err: error, extractor: name, url: page.url.href },
        'extractor failed; continuing without its findings',
      );
      return {};
    }
  });
  return { role: page.role, findings: joined(parts) };
}
