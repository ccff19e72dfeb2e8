/** Number of segments of the longest path of an endpoint. Segments before these cannot matter. */
const segmentsMax = 4;

/**
 * Returns the path of the endpoint that the client probably means with an unknown path: one that differs in slashes,
 * blanks, capitals, hyphens or the segments before it. Returns undefined if no endpoint is like this.
 *
 * `basePath` precedes the path of every endpoint. `endpoints` are paths such as `/jobs/{job_id}`.
 */
export function meantPath(path: string, basePath: string, endpoints: readonly string[]): string | undefined {
  const segments = decodeURIComponent(path)
    .split('/')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
    .slice(-segmentsMax);
  const tails = segments.map((_, start) => segments.slice(start));
  const meant = tails.flatMap((tail) => endpoints.flatMap((endpoint) => filled(endpoint, tail) ?? [])).at(0);
  return meant === undefined ? undefined : basePath + meant;
}

/** Returns the path of an endpoint with the parameters that the segments contain. */
function filled(endpoint: string, segments: readonly string[]): string | undefined {
  const parts = endpoint.split('/').slice(1);
  const isParameter = (part: string): boolean => part.startsWith('{');
  const isMeant =
    parts.length === segments.length &&
    parts.every((part, at) => isParameter(part) || folded(part) === folded(segments[at] ?? ''));
  if (!isMeant) return undefined;
  return parts.map((part, at) => `/${isParameter(part) ? encodeURIComponent(segments[at] ?? '') : part}`).join('');
}

const folded = (segment: string): string => segment.toLowerCase().replaceAll('-', '_');
