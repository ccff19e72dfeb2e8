import { once } from 'node:events';
import pino from 'pino';
import { folderEgress } from './folder-egress.ts';
import type { Site } from './labels.ts';
import { pagesOf } from './pages-of.ts';
import type { BrandReading, Reader } from './readers.ts';
import { printedWords, recallOf, score } from './score.ts';
import type { Result } from './tables.ts';

/** Time limit in milliseconds for reading the pages of one site. */
const timeoutMs = 60_000;

/**
 * Reads a site and scores what was read. If the signal aborts first, every labelled field of the site is a miss, and the
 * evaluation continues with the next site.
 */
export async function resultOf(
  site: Site,
  reader: Reader,
  signal: AbortSignal = AbortSignal.timeout(timeoutMs),
): Promise<Result> {
  const deps = { egress: folderEgress(site.folder, site.url), signal, logger: pino({ level: 'silent' }) };
  const outcome = await unlessLate(reader(pagesOf(site), deps), signal);
  const { readings, extract } = outcome === 'late' ? { readings: [], extract: undefined } : outcome;
  return {
    site,
    readings,
    extract,
    trials: score(site.labels, extract),
    recall: recallOf(site.labels, extract),
    words: printedWords(extract),
    isLate: outcome === 'late',
    notes: extract?.notes ?? [],
  };
}

async function unlessLate(reading: Promise<BrandReading>, signal: AbortSignal): Promise<BrandReading | 'late'> {
  const over = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  try {
    return await Promise.race([reading, over.then(() => 'late' as const)]);
  } catch (error) {
    if (signal.aborted) return 'late';
    throw error;
  } finally {
    reading.catch(() => undefined); // A reading that ends after the time limit is of no interest.
  }
}
