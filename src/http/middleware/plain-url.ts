import type { RequestHandler } from 'express';

/**
 * Normalises the URL of the request for the router. Removes the host from an absolute URL (`GET http://host/jobs/1`).
 * Takes path segments with malformed percent-encoding literally, so that such a path passes the same checks as any
 * other unknown path.
 */
export const plainUrl: RequestHandler = (request, _response, next) => {
  request.url = plain(request.url);
  next();
};

export function plain(url: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(withoutHost(url)) ?? [];
  return path.split('/').map(decodable).join('/') + rest;
}

function withoutHost(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}

function decodable(segment: string): string {
  try {
    decodeURIComponent(segment);
    return segment;
  } catch {
    return segment.replaceAll('%', '%25');
  }
}
