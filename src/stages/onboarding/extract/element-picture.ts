import type { Element } from 'domhandler';
import { isMediaOfDesk } from '../css/parse-sheet.ts';
import { isElement } from '../element.ts';
import type { Page } from '../page.ts';
import { isPictureFile, isReadableType } from '../picture-names.ts';
import { noscriptPicture } from './noscript-picture.ts';
import { pictureUrl, pictureUrls, type PictureUrls } from './picture-url.ts';

const sourcesMax = 20;

/**
 * Returns the URL of the picture that an `<img>` shows on a desktop computer: the first `<source>` of its `<picture>`
 * that can be decoded, else the picture of the element. An element that only names a stand-in takes the picture of the
 * `<noscript>` next to it, or the picture file that it links to.
 */
export function elementPicture(element: Element, page: Page, mayBeLogo: boolean): string | undefined {
  const { base } = page;
  const urlsOf = (one: Element): PictureUrls => pictureUrls(one, { base, mayBeLogo });
  const sources = readableSources(element, page, mayBeLogo);
  const noscript = noscriptPicture(element);
  // Only a picture without the name of a file may count visits instead.
  const surest = noscript !== undefined && namesFile(noscript) ? noscript : undefined;
  const shown = [...sources.filter(isForDesk), surest, element, noscript, ...sources];
  for (const one of shown) {
    const url = one && urlsOf(one).shown;
    if (url !== undefined) return url;
  }
  return linkedPicture(element, page) ?? urlsOf(element).lastResort;
}

function readableSources({ parent }: Element, { $ }: Page, mayBeLogo: boolean): Element[] {
  if (!isElement(parent) || parent.name !== 'picture') return [];
  const sources = $(parent).children('source').toArray().slice(0, sourcesMax);
  return sources.filter(({ attribs }) => isReadableType(attribs['type'], mayBeLogo));
}

export function isForDesk({ attribs: { media = '' } }: Element): boolean {
  return isMediaOfDesk(media) && !/portrait|max-aspect-ratio/i.test(media);
}

const namesFile = ({ attribs: { src = '', srcset = '' } }: Element): boolean => isPictureFile(src) || srcset !== '';

function linkedPicture(element: Element, { $, base }: Page): string | undefined {
  const href = $(element).closest('a').attr('href') ?? '';
  return isPictureFile(href) ? pictureUrl(href, base) : undefined;
}
