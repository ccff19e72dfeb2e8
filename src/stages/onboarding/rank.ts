import { BrandSource } from '../../schema/brand.ts';
import type { Found } from './found.ts';

/**
 * Returns the combined confidence of several finds of the same value. Only the best find of each source counts, because
 * a page repeats itself.
 */
export function combined(found: Pick<Found<unknown>, 'source' | 'confidence'>[]): number {
  const bySource = new Map<string, number>();
  for (const { source, confidence } of found) bySource.set(source, Math.max(bySource.get(source) ?? 0, confidence));
  const doubt = [...bySource.values()].reduce((rest, confidence) => rest * (1 - confidence), 1);
  return Math.min(1, 1 - doubt);
}

const trust = BrandSource.options;

/**
 * Returns each value once, best first. A value found in several sources has a higher confidence. If two values have
 * equal confidence, the value from the more trusted source comes first.
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
