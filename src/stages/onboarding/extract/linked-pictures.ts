import { isRecord, type Json } from '../json.ts';
import type { Page } from '../page.ts';
import { absoluteUrl } from '../text.ts';
import type { LinkedData } from './linked-data.ts';

const picturesMax = 50;
const nodesMax = 50;
const depthMax = 4;

/** Returns the URLs of the pictures in a property. The page itself is no picture. */
export function linkedPictures(node: Json, key: string, data: LinkedData, page: Page): string[] {
  const urls = urlsOf(data.values(node, key), { data, page, seen: new Set(), nodesLeft: nodesMax }, 0);
  return [...new Set(urls)];
}

interface Search {
  data: LinkedData;
  page: Page;
  /** Ids of nodes that were followed. */
  seen: Set<string>;
  nodesLeft: number;
}

function urlsOf(values: readonly unknown[], search: Search, depth: number): string[] {
  if (depth > depthMax) return [];
  return values
    .slice(0, picturesMax)
    .flatMap((value) => (isRecord(value) ? urlsOfNode(value, search, depth) : urlOf(value, search, depth)));
}

function urlsOfNode(node: Json, search: Search, depth: number): string[] {
  search.nodesLeft -= 1;
  if (search.nodesLeft < 0) return [];
  for (const key of ['contentUrl', 'url', 'image', 'thumbnailUrl', 'thumbnail']) {
    const urls = urlsOf(search.data.values(node, key), search, depth + 1);
    if (urls.length > 0) return urls;
  }
  return urlOfId(node['@id'], search.page);
}

/** Returns the URL in a text. The text may be the id of a node, which then has the URL. */
function urlOf(value: unknown, search: Search, depth: number): string[] {
  if (typeof value !== 'string') return [];
  const node = search.seen.has(value) ? undefined : search.data.byId(value);
  search.seen.add(value);
  const ofNode = node === undefined ? [] : urlsOfNode(node, search, depth + 1);
  const url = absoluteUrl(value, search.page.base);
  return ofNode.length > 0 ? ofNode : url === undefined || url === withoutHash(search.page.url) ? [] : [url];
}

/** Returns the id of a node without a URL, if the id may be the URL of a picture: no blank node, no part of a page. */
function urlOfId(id: unknown, { base, url: pageUrl }: Page): string[] {
  if (typeof id !== 'string' || /^_:|#/.test(id)) return [];
  const url = absoluteUrl(id, base);
  const isPage = url === undefined || withoutQuery(new URL(url)) === withoutQuery(pageUrl);
  return isPage ? [] : [url];
}

const withoutHash = ({ href }: URL): string => href.replace(/#.*$/s, '');
const withoutQuery = ({ origin, pathname }: URL): string => origin + pathname;
