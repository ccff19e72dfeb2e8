import { BrandSource } from '../../schema/brand.ts';
import type { Found } from './found.ts';

/**
 * Returns the combined confidence (0 to 1) of a value that was found several times. For each source only the highest
 * confidence counts, because a web page often repeats a value.
 */
export function combined(found: Pick<Found<unknown>, 'source' | 'confidence'>[]): number {
  const bySource = new Map<string, number>();
  for (const { source, confidence } of found) bySource.set(source, Math.max(bySource.get(source) ?? 0, confidence));
  const doubt = [...bySource.values()].reduce((rest, confidence) => rest * (1 - confidence), 1);
  return Math.min(1, 1 - doubt);
}

const trust = BrandSource.options;

/**
 * Merges equal values, so that each is returned once, highest confidence first. A value found in several sources has a
 * higher confidence. At equal confidence, a value from a more trusted source comes first.
 */
export function rank<T>(found: Found<T>[], keyOf: (value: T) => string): Found<T>[] {
  const groups = new Map<string, Found<T>[]>();
  for (const one of found) {
    const key = keyOf(one.value);
    if (key === '') continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const merged = [...groups.values()].flatMap((group) => {
    const best = group.reduce((leader, one) => (one.confidence > leader.confidence ? one : leader));
    return [{ ...best, confidence: combined(group) }];
  });
  return merged.sort(
    (one, other) => other.confidence - one.confidence || trust.indexOf(one.source) - trust.indexOf(other.source),
  );
}
