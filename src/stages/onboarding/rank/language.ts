import { baseOf } from '../../../words/writing.ts';
import type { Evidence } from '../evidence.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { languageModel } from './weights/language.ts';

/** Returns the languages that the pages may be in, as BCP-47 tags. */
export function languageCandidates(found: readonly Evidence<string>[]): Candidate<string>[] {
  return candidates(found, baseOf);
}

export function rankLanguages(found: readonly Evidence<string>[]): Ranked<string>[] {
  return ranked(languageCandidates(found), languageModel);
}
