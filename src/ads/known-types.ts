import { adTypes } from '#ad-types';
import type { AdSpec } from '../schema/ad-spec.ts';
import type { AdRequest } from './ad-request.ts';
import type { AdType } from './ad-type.ts';
import { readWindow, type WindowDefinition } from './rate-window.ts';

const typesByName: ReadonlyMap<string, AdType> = new Map(adTypes.map((type) => [type.name, type]));

/**
 * Returns a type of ad by its name. Returns undefined for a type that this version does not know: a newer CRD may allow
 * it, and a newer version may have stored a job of it.
 */
export function adTypeOf(name: string): AdType | undefined {
  return typesByName.get(name);
}

/** Returns the request of an AdJob in the form that all types share; undefined if this version cannot read it. */
export function adRequestOf(spec: AdSpec): AdRequest | undefined {
  return adTypeOf(spec.type)?.adRequest(spec);
}

/** All rate limits of an API key. */
export const rateWindows: readonly WindowDefinition[] = [...adTypes.map(({ window }) => window), readWindow];

const windowsByName: ReadonlyMap<string, WindowDefinition> = new Map(rateWindows.map((one) => [one.name, one]));

export function windowNamed(name: string): WindowDefinition {
  const found = windowsByName.get(name);
  if (found === undefined) throw new Error(`There is no rate limit "${name}".`);
  return found;
}
