import { withoutFragment } from '../../domain/urls.ts';
import { letterCount, pageText } from './extract/visible-text.ts';
import type { Page } from './page.ts';

/**
 * Maximum delay in seconds before a web page forwards to another page. A page with a longer delay is meant to be read,
 * so its forwarding is ignored.
 */
const secondsMax = 10;

/**
 * Maximum number of letters on a web page that only forwards to another page. A page with more text is meant to be
 * read; for example, news pages use the same tag to reload themselves.
 */
const lettersMax = 600;

/**
 * Returns the URL to which a web page forwards by `<meta http-equiv="refresh" content="0; url=/shop">`. Returns
 * undefined if the page does not forward or reloads itself. The syntax is specified in the HTML standard under "shared
 * declarative refresh steps".
 */
export function metaRefresh({ $, url, base }: Page): string | undefined {
  const target = targetOf($('meta[http-equiv="refresh" i]:not(noscript *)').first().attr('content') ?? '', base);
  if (target === undefined || !/^https?:$/.test(target.protocol) || isReload(target, url)) return undefined;
  return letterCount(pageText($)) > lettersMax ? undefined : target.href;
}

function targetOf(content: string, base: URL): URL | undefined {
  const parts =
    /^\s*(?<seconds>\d+)(?:\.[\d.]*)?\s*[;,]\s*(?:url\s*=\s*)?(?<quote>["']?)(?<address>\S.*?)\k<quote>\s*$/i;
  const { seconds, address } = parts.exec(content)?.groups ?? {};
  if (address === undefined || Number(seconds) > secondsMax) return undefined;
  return URL.parse(address, base.href) ?? undefined;
}

const isReload = (target: URL, url: URL): boolean => withoutFragment(target.href) === withoutFragment(url.href);
