const vowel = 'aeiouyæøœıəаеёиоуыэюяєіїўөүұәαεηιουω';
/** First letters of two consonants that begin a syllable together, before the second letter: `ch`, `tr`. */
const first = '[bcdfgkpqstwz](?=h)|[bcdfgkptv](?=[lr])|c(?=k)|q(?=u)';
/** Matches the start of each syllable but the first: the last consonant, or two that belong together, before a vowel. */
const start = new RegExp(`(?<=[${vowel}].*)(?<!${first})(?=(?:(?:${first})?[^${vowel}]|qu)[${vowel}])`, 'gu');

/**
 * Divides a word where syllables of most languages divide: before the last consonant that stands before a vowel. Used
 * for languages without hyphenation patterns.
 */
export function syllables(word: string): string[] {
  const letters = Array.from(word);
  const bare = letters.map((letter) => letter.toLowerCase().normalize('NFD').charAt(0)).join('');
  const starts = Array.from(bare.matchAll(start), ({ index }) => index);
  return [0, ...starts].map((from, i) => letters.slice(from, starts[i]).join(''));
}
