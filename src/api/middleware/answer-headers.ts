import type { RequestHandler } from 'express';

/** What every answer says unless a handler says otherwise: not for caches, not to be guessed at. */
export const answerHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};
