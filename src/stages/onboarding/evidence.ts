import type { BrandSource } from '../../schema/brand.ts';

/**
 * What a reader noticed about a value, as numbers by name. Most are 1 for something that holds and are left out
 * otherwise; measures such as a size are shares from 0 to 1. A feature that is left out counts as 0.
 */
export type Features = Readonly<Record<string, number>>;

/** A value that a reader found on a page, where it was found, and what speaks for or against it. */
export interface Evidence<T> {
  value: T;
  source: BrandSource;
  features: Features;
}

/** Returns the evidence for a value as a list, which is empty without a value. */
export function evidence<T>(value: T | null | undefined, source: BrandSource, features: Features): Evidence<T>[] {
  return value === undefined || value === null ? [] : [{ value, source, features }];
}

/** Returns the names of the facts that hold, as features of 1. */
export function facts(holding: Readonly<Record<string, boolean>>): Features {
  return Object.fromEntries(Object.entries(holding).flatMap(([name, holds]) => (holds ? [[name, 1]] : [])));
}
