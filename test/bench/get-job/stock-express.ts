/**
 * The endpoint as a usual Express application: the default router, one middleware for each concern, a log line for each
 * request, and `response.json`. It returns no more than the API and checks less: it keeps jobs, keys and rate limit
 * windows in plain maps, and validates neither keys nor ids.
 */
import { createHash, randomUUID } from 'node:crypto';
import cors from 'cors';
import express from 'express';
import { pino } from 'pino';
import { Histogram, Registry } from 'prom-client';
import { jobView } from '../../../src/domain/job-view.ts';
import { buildJob } from '../../support/pipeline/build-job.ts';
import { apiKey, jobs } from './fixture.ts';

const byId = new Map(
  jobs.map(({ job_id: name, response }) => [
    name,
    buildJob({ metadata: { name }, status: { phase: 'SUCCESS', jobId: name, response } }),
  ]),
);
const keys = new Map([[apiKey.hash, { name: 'acme-key', minute: 0, used: 0, limit: 1_000_000 }]]);
const logger = pino(pino.destination(2));
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time.',
  labelNames: ['route', 'code'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [new Registry()],
});

const app = express();
app.use((request, response, next) => {
  response.set('X-Request-Id', request.get('x-request-id') ?? randomUUID());
  next();
});
app.use((request, response, next) => {
  const startMs = performance.now();
  response.once('close', () => {
    const durationMs = performance.now() - startMs;
    const { statusCode: status } = response;
    durations.observe({ route: '/jobs/{job_id}', code: status }, durationMs / 1_000);
    logger.info({ requestId: response.get('X-Request-Id'), method: request.method, status, durationMs }, 'answered');
  });
  next();
});
app.use((_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
});
app.use(cors());
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use((request, response, next) => {
  const hash = createHash('sha256')
    .update(request.get('x-api-key') ?? '')
    .digest('hex');
  const window = keys.get(hash);
  if (window === undefined) {
    response.status(401).json({ code: 'unauthorized' });
    return;
  }
  const minute = Math.floor(Date.now() / 60_000);
  if (window.minute !== minute) Object.assign(window, { minute, used: 0 });
  window.used += 1;
  const left = window.limit - window.used;
  const reset = String(Math.ceil(((minute + 1) * 60_000 - Date.now()) / 1_000));
  response.set({
    'RateLimit-Policy': `"job-read";q=${window.limit};w=60`,
    RateLimit: `"job-read";r=${left};t=${reset}`,
    'X-RateLimit-Limit': String(window.limit),
    'X-RateLimit-Remaining': String(left),
    'X-RateLimit-Reset': reset,
  });
  response.locals['key'] = window.name;
  next();
});
app.get('/jobs/:jobId', (request, response) => {
  const job = byId.get(request.params.jobId);
  const isOwn = job?.spec.apiKeyRef?.name === response.locals['key'];
  if (job === undefined || !isOwn) response.status(404).json({ code: 'job_not_found' });
  else response.json(jobView(job));
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});

/** The parent process has ended the benchmark. */
process.once('disconnect', () => {
  process.exit();
});
