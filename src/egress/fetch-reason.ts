import { EgressError } from './port.ts';

/**
 * Returns the reason why a fetch of `url` failed, as a clause. The clause names a host only if a redirect led to
 * another host. Rethrows the error if it is a bug, or if the fetch ended because its stage was stopped.
 */
export function fetchReason(error: unknown, url: string): string {
  if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
  const prefix = `${error.host}: `;
  const clause = error.sentence.startsWith(prefix) ? error.sentence.slice(prefix.length) : error.sentence;
  const asked = URL.parse(url)?.host ?? error.host;
  return asked === error.host ? clause : `the URL redirects to ${error.host}, and ${clause}`;
}
