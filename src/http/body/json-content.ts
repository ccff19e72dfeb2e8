import type { IncomingMessage } from 'node:http';
import { parse } from 'content-type';
import type { RequestHandler } from 'express';
import { problem } from '../answer.ts';
import type { Send } from '../send.ts';

export function jsonContent(send: Send): RequestHandler {
  return async (request, response, next) => {
    if (request.headers['content-encoding'] !== undefined) {
      const detail = 'The body has a Content-Encoding. Send it without an encoding.';
      await send(
        request,
        response,
        problem('unsupported_media_type', { detail, headers: { 'Accept-Encoding': 'identity' } }),
      );
    } else if (!isJson(request)) {
      await send(request, response, problem('unsupported_media_type', { headers: { Accept: 'application/json' } }));
    } else {
      next();
    }
  };
}

function isJson(request: IncomingMessage): boolean {
  const [header, ...more] = request.headersDistinct['content-type'] ?? [];
  if (header === undefined || more.length > 0) return false;
  const { type, parameters } = parse(header);
  return type === 'application/json' && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
}
