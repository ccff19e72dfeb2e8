/** Returns the text of a page or a part of it, without tags, with one blank between words. */
export function wordsOf(page: string): string {
  return page
    .replaceAll(/<[^>]*>|^[^<]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
