import type { CheerioAPI } from 'cheerio/slim';
import { absoluteUrl } from '../text.ts';

/**
 * Maximum number of linked stylesheets that are read for a page. This number is enough for the design of the page;
 * plugins add dozens of other stylesheets.
 */
export const sheetsMax = 6;

const foreign =
  /font-?awesome|icons?\b|dashicons|swiper|slick|fancybox|lightbox|photoswipe|cookie|consent|recaptcha|print|plugins|vendor|wp-includes|jquery|animate|reviews?|chat|player/i;
const own =
  /theme|main|style|global|base|app\b|index|custom|brand|site|bundle|elementor\/css|post-\d|_next\/static|assets|tokens|variables|colors/i;

/** Maximum number of further linked stylesheets that are read in place of stylesheets that cannot be fetched. */
const sparesMax = 4;

export type StyleSource = { kind: 'link'; url: string } | { kind: 'inline'; css: string };

export interface ChosenSheets {
  /** Stylesheets of the page in its order. Contains the spare ones. */
  sources: StyleSource[];
  /** Linked stylesheets that are read only if another linked stylesheet cannot be fetched, best first. */
  spares: StyleSource[];
}

function linkScore(url: string, host: string, position: number): number {
  const isFonts = /fonts\.(?:googleapis|bunny)|use\.typekit|fonts\.net/.test(url);
  const isOwnHost = new URL(url).hostname === host;
  return (
    (isFonts ? 4 : 0) + (isOwnHost ? 2 : 0) + (own.test(url) ? 3 : 0) - (foreign.test(url) ? 5 : 0) - position * 0.05
  );
}

function isForDesk(media: string | undefined): boolean {
  return media === undefined || !/print|speech|dark|max-width/i.test(media);
}

export function chooseSheets($: CheerioAPI, base: URL): ChosenSheets {
  const all: StyleSource[] = [];
  const seen = new Set<string>();
  $('link[href], style').each((_, element) => {
    if (!isForDesk(element.attribs['media'])) return;
    if (element.name === 'style') {
      all.push({ kind: 'inline', css: $(element).text().slice(0, 500_000) });
      return;
    }
    const { rel = '', href, as } = element.attribs;
    const isSheet = /\bstylesheet\b/i.test(rel) || (/\bpreload\b/i.test(rel) && as === 'style');
    const url = isSheet ? absoluteUrl(href, base) : undefined;
    if (url === undefined || seen.has(url)) return;
    seen.add(url);
    all.push({ kind: 'link', url });
  });
  const links = all.filter((source) => source.kind === 'link');
  const ranked = links
    .map((link, position) => ({ link, score: linkScore(link.url, base.hostname, position) }))
    .sort((one, other) => other.score - one.score);
  const chosen = ranked.slice(0, sheetsMax + sparesMax).map(({ link }) => link);
  const kept = new Set<StyleSource>(chosen);
  const sources = all.filter((source) => source.kind === 'inline' || kept.has(source)).slice(0, 100);
  return { sources, spares: chosen.slice(sheetsMax) };
}
