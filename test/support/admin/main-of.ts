import { load } from 'cheerio';

/** Returns the content of a page without the navigation around it. */
export function mainOf(text: string): string {
  return load(text)('main').html() ?? '';
}
