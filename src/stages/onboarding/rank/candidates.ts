import { BrandSource } from '../../../schema/brand.ts';
import type { Evidence, Features } from '../evidence.ts';
import { probability, type Model } from './model.ts';

/** A value that may be chosen, with the features of everything that was found for it. */
export interface Candidate<T> {
  value: T;
  /** The most trusted source that has the value. */
  source: BrandSource;
  features: Features;
}

export interface Ranked<T> extends Candidate<T> {
  /** Probability (0 to 1) that the value is right. */
  confidence: number;
}

const trust = BrandSource.options;

/**
 * Returns each value once. Values with the same key are the same: the spelling of the evidence that `prefers` likes most
 * is kept, and of each feature the largest number. A value with an empty key is left out.
 */
export function candidates<T>(
  found: readonly Evidence<T>[],
  keyOf: (value: T) => string,
  prefers: (one: Evidence<T>) => number = ({ source }) => -trust.indexOf(source),
): Candidate<T>[] {
  const groups = Map.groupBy(found, ({ value }) => keyOf(value));
  groups.delete('');
  return [...groups.values()].flatMap((group) => {
    const [best] = group.toSorted((one, other) => prefers(other) - prefers(one));
    const [trusted] = group.toSorted((one, other) => trust.indexOf(one.source) - trust.indexOf(other.source));
    return best === undefined || trusted === undefined
      ? []
      : [{ value: best.value, source: trusted.source, features: together(group) }];
  });
}

function together(group: readonly Evidence<unknown>[]): Features {
  const all: Record<string, number> = {};
  for (const { features } of group)
    for (const [name, value] of Object.entries(features)) all[name] = Math.max(all[name] ?? value, value);
  return all;
}

/** Returns the candidates by their probability, the most probable first. */
export function ranked<T>(found: readonly Candidate<T>[], model: Model): Ranked<T>[] {
  return found
    .map((one) => ({ ...one, confidence: probability(model, one.features) }))
    .sort((one, other) => other.confidence - one.confidence || trust.indexOf(one.source) - trust.indexOf(other.source));
}
