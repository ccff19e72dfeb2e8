/**
 * The lower bound: this endpoint alone on node:http, with hashing, rate limit window, headers and metrics, but without
 * a log.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Histogram, Registry } from 'prom-client';
import { apiKey, jobs } from './fixture.ts';

const bodies = new Map(jobs.map((job) => [job.job_id, Buffer.from(JSON.stringify(job))]));
const keys = new Map([[apiKey.hash, { minute: 0, used: 0, limit: 1_000_000 }]]);
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time.',
  labelNames: ['route', 'code'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [new Registry()],
});

const server = createServer((request, response) => {
  const startMs = performance.now();
  response.once('close', () => {
    durations.observe({ route: '/jobs/{job_id}', code: response.statusCode }, (performance.now() - startMs) / 1_000);
  });
  const hash = createHash('sha256').update(String(request.headers['x-api-key'])).digest('hex');
  const window = keys.get(hash);
  const body = bodies.get(request.url?.slice('/jobs/'.length) ?? '');
  if (window === undefined || body === undefined) {
    response.writeHead(404).end();
    return;
  }
  const nowMs = Date.now();
  const minute = Math.floor(nowMs / 60_000);
  if (window.minute !== minute) Object.assign(window, { minute, used: 0 });
  window.used += 1;
  const left = window.limit - window.used;
  const reset = String(Math.ceil(((minute + 1) * 60_000 - nowMs) / 1_000));
  response.writeHead(200, {
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'RateLimit-Policy': `"job-read";q=${window.limit};w=60`,
    RateLimit: `"job-read";r=${left};t=${reset}`,
    'X-RateLimit-Limit': String(window.limit),
    'X-RateLimit-Remaining': String(left),
    'X-RateLimit-Reset': reset,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(server.address());
});

/** The parent process has ended the benchmark. */
process.once('disconnect', () => {
  process.exit();
});
