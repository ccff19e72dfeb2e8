import cors from 'cors';
import type { RequestHandler } from 'express';

const requestHeaders = ['Content-Type', 'X-API-Key', 'X-Request-Id', 'Idempotency-Key'];
const answerHeaders = [
  'Location',
  'Retry-After',
  'X-Request-Id',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

export function crossOrigin(origins: readonly string[]): RequestHandler {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: requestHeaders,
    exposedHeaders: answerHeaders,
    maxAge: 600,
    preflightContinue: true,
  });
}
