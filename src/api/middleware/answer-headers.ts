import type { RequestHandler } from 'express';

/**
 * Sets default headers of responses, which forbid caching and content sniffing. Handlers can override these headers.
 */
export const answerHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
