import type { Logger } from 'pino';
import type { NamedExtractor } from './extract/extractors.ts';
import { joined } from './findings.ts';
import type { Reading } from './merge.ts';
import type { Page } from './page.ts';

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
