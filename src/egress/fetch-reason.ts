import { EgressError } from './port.ts';

/**
 * Returns why a fetch failed, as a clause. The clause names the host if a redirect led to another host. Rethrows bugs,
 * and the error that a stopped stage causes.
 */
export function fetchReason(error: unknown, url: string): string {
  if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
  const prefix = `${error.host}: `;
  const clause = error.sentence.startsWith(prefix) ? error.sentence.slice(prefix.length) : error.sentence;
  const asked = URL.parse(url)?.host ?? error.host;
  return asked === error.host ? clause : `it redirects to ${error.host}, and ${clause}`;
}
