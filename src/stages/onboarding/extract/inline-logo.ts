import type { Element } from 'domhandler';
import { svgDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { isWithin, nameOf, overlay } from '../element.ts';
import { facts, type Evidence } from '../evidence.ts';
import { logoAt, type Extractor } from '../findings.ts';
import { logoNames, namesIcon } from '../icon-names.ts';
import { logoEvidence } from '../logo-pixels.ts';
import { isHomeLink, type Page } from '../page.ts';
import { ranked, type Ranked } from '../rank/candidates.ts';
import { logoModel } from '../rank/weights/logo.ts';
import { svgColors } from '../svg-colors.ts';
import { embeddedLogo } from './embedded-logo.ts';
import { inlineDrawing, isHidden } from './inline-drawing.ts';
import { logoFeatures } from './logo-features.ts';
import { domainLabel } from '../title.ts';

const drawingsMax = 100;

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
function bestCandidate(page: Page): Ranked<Element> | undefined {
  const found = page
    .$('svg')
    .toArray()
    .slice(0, drawingsMax)
    .flatMap((svg): Evidence<Element>[] => {
      const label = labelOf(svg, page);
      if (!isShown(svg, page) || isIcon(svg, label, page)) return [];
      const features = logoFeatures(svg, label, page);
      return features === undefined ? [] : [{ value: svg, source: 'page', features }];
    });
  return ranked(found, logoModel)[0];
}

export const inlineLogo: Extractor = (page) => {
  const best = bestCandidate(page);
  if (best === undefined) return {};
  const drawn = inlineDrawing(page, best.value);
  const url = drawn && embeddedLogo(svgDataUrl(drawn));
  return {
    logos: logoAt(url, 'page', {
      ...best.features,
      ...facts({ 'written.unstyled': page.styles === undefined }),
    }),
    // In the written document, the colours of the cascade are resolved.
    colors: logoEvidence(svgColors(drawn ?? page.$.html(best.value)), 'inline-logo', 'logo-pixels'),
  };
};
