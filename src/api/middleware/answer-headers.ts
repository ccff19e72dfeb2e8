import type { RequestHandler } from 'express';

/** Sets default headers: no caching and no content sniffing. Handlers can override them. */
export const answerHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
