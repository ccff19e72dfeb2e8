import cors from 'cors';
import type { RequestHandler } from 'express';

/** Web pages that may call a listener, and the headers that they may send and read. */
export interface CrossOrigin {
  /** Allowed origins, `*` for all. If empty, the responses have no CORS headers. */
  origins: readonly string[];
  requestHeaders: readonly string[];
  answerHeaders: readonly string[];
}

export function crossOrigin({ origins, requestHeaders, answerHeaders }: CrossOrigin): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: [...requestHeaders],
    exposedHeaders: [...answerHeaders],
    maxAge: 600,
    preflightContinue: true,
  });
}
