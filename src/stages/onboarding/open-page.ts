import type { Fetched } from '../../egress/port.ts';
import { decodePage } from './charset.ts';
import { parseDocument } from './document.ts';
import { baseOf, type Page, type PageRole } from './page.ts';

const typesOfPages = /html|xml$|^text\/plain$|^$/;

/** Parses a response; undefined if it is no web page. `readAt` is the time at which prices must be valid. */
export function openPage(response: Fetched, role: PageRole, readAt = new Date()): Page | undefined {
  const { bytes, contentType, url: address } = response;
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!typesOfPages.test(type)) return undefined;
  const text = decodePage(bytes, contentType);
  if (!/<[a-z!?]/i.test(text.slice(0, 4_096))) return undefined;
  const $ = parseDocument(text);
  if ($('title, meta, body *').length === 0) return undefined;
  const url = new URL(address);
  return { role, url, base: baseOf($, url), readAt, response, $, styles: undefined, manifest: undefined };
}
