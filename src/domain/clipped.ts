import { firstCharacters } from './whole-characters.ts';

/**
 * Returns the text shortened to at most `max` code points, with an ellipsis at the end. Cuts between two words where
 * possible, and never within an emoji. Returns a text of at most `max` code points unchanged.
 */
export function clipped(text: string, max: number): string {
  if (Array.from(text).length <= max) return text;
  return `${firstCharacters(text, max - 1)
    .replace(/\s+\S{0,30}$/u, '')
    .trimEnd()}…`;
}
