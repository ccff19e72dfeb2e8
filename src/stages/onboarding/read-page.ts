import type { Logger } from 'pino';
import { extractors } from './extract/extractors.ts';
import { noFindings, type Findings } from './found.ts';
import type { Reading } from './merge.ts';
import type { Page } from './page.ts';

function add(into: Findings, more: Partial<Findings>): void {
  into.names.push(...(more.names ?? []));
  into.logos.push(...(more.logos ?? []));
  into.colors.push(...(more.colors ?? []));
  into.fonts.push(...(more.fonts ?? []));
  into.headlines.push(...(more.headlines ?? []));
  into.subheadlines.push(...(more.subheadlines ?? []));
  into.ctas.push(...(more.ctas ?? []));
  into.products.push(...(more.products ?? []));
  into.pictures.push(...(more.pictures ?? []));
  into.languages.push(...(more.languages ?? []));
}

/** All that every extractor finds on a page. One that stumbles over a page costs its own findings, not the others'. */
export function readPage(page: Page, logger: Pick<Logger, 'warn'>): Reading {
  const findings = noFindings();
  for (const [name, extract] of extractors) {
    try {
      add(findings, extract(page));
    } catch (error) {
      logger.warn({ err: error, extractor: name, url: page.url.href }, 'an extractor failed');
    }
  }
  return { role: page.role, findings };
}
