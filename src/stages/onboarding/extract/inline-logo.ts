import type { Element } from 'domhandler';
import { pictureOfDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { isWithin, nameOf, overlay } from '../element.ts';
import type { Extractor, FoundLogo } from '../found.ts';
import { logoNames, namesIcon } from '../icon-names.ts';
import { logoEvidence } from '../logo-pixels.ts';
import { isHomeLink, type Page } from '../page.ts';
import { logoDrawing } from '../svg/logo-drawing.ts';
import { isHidden, readDrawing } from '../svg/read-drawing.ts';
import { svgColors } from '../svg-colors.ts';
import { scoreOf } from './logo-score.ts';
import { domainLabel } from '../title.ts';

const drawingsMax = 100;
const scoreMin = 0.5;
/** Factor for the confidence of a drawing whose colours may be in stylesheets that were not read. */
const unstyledShare = 0.5;

function labelOf(svg: Element, { $ }: Page): string {
  return svg.attribs['aria-label'] ?? $(svg).children('title').first().text().slice(0, 200);
}

/** Reports whether a drawing is an icon that operates the page, such as the sign of a menu. */
function isIcon(svg: Element, label: string, { $, base, url }: Page): boolean {
  const own = `${nameOf(svg)} ${label}`;
  if (namesIcon({ names: nameOf(svg), label, domain: domainLabel(url) })) return true;
  if (logoNames.test(own)) return false;
  if ($(svg).closest('button, summary, label, [role="button"]').length > 0) return true;
  const href = $(svg).closest('a').attr('href') ?? '#';
  // Links to the top of the page, such as `#`, are also those of menus.
  const isHome = !href.includes('#') && isHomeLink(href, base);
  return !isHome && !isWithin(svg, logoNames);
}

function isShown(svg: Element, { $ }: Page): boolean {
  return !isWithin(svg, overlay) && ![svg, ...$(svg).parents().slice(0, 12).toArray()].some(isHidden);
}

/**
 * Returns the inline SVG of a page that is most likely its logo. If it cannot be drawn, no other one is returned, which
 * may be a badge.
 */
function bestCandidate(page: Page): { svg: Element; score: number } | undefined {
  const [best] = page
    .$('svg')
    .toArray()
    .slice(0, drawingsMax)
    .flatMap((svg) => {
      const label = labelOf(svg, page);
      if (!isShown(svg, page) || isIcon(svg, label, page)) return [];
      const score = scoreOf(svg, label, page);
      return score < scoreMin ? [] : [{ svg, score }];
    })
    .sort((one, other) => other.score - one.score);
  return best;
}

export const inlineLogo: Extractor = (page) => {
  const best = bestCandidate(page);
  if (best === undefined) return {};
  const drawn = logoDrawing(readDrawing(page, best.svg));
  const share = page.styles === undefined ? unstyledShare : 1;
  const logo: FoundLogo[] =
    drawn === undefined ? [] : [{ value: drawn.url, source: 'page', confidence: Math.min(0.92, best.score) * share }];
  // In the written document, the colours of the cascade are resolved.
  const svg = pictureOfDataUrl(drawn?.url ?? '')?.toString() ?? page.$.html(best.svg);
  return { logos: logo, colors: logoEvidence(svgColors(svg), 'inline-logo', 'logo-pixels') };
};
