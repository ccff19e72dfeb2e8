import type { RequestHandler } from 'express';

/**
 * One form of address for the router: the absolute form (`GET http://host/jobs/1`) loses its host, and a path segment
 * whose percent-encoding is broken stands for its own characters. So such a path meets the same checks, in the same
 * order, as every other name of something that does not exist.
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
