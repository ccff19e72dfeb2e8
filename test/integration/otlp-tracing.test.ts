import { afterEach, expect, test } from '@jest/globals';
import { startCollector, type Collector } from '../support/tracing/collector.ts';
import { openOtlpTracing } from '../../src/tracing/otlp-tracing.ts';
import { newSpanId, newTraceId } from '../../src/tracing/trace-context.ts';

const variable = 'OTEL_EXPORTER_OTLP_ENDPOINT';
let collector: Collector | undefined;
const warnings: object[] = [];
const logger = {
  warn: (fields: object) => {
    warnings.push(fields);
  },
};

afterEach(() => {
  collector?.close();
  warnings.length = 0;
  for (const name of [variable, 'OTEL_EXPORTER_OTLP_TIMEOUT']) Reflect.deleteProperty(process.env, name);
});

const span = (isSampled = true) => ({
  ...{ name: 'draw', context: { traceId: newTraceId(), spanId: newSpanId(), isSampled } },
  ...{ startMs: 1_000.25, endMs: 1_002 },
});
const everything = { isParentBased: false, ratio: 1 };

test('spans are exported with their times, and those of other traces are not', async () => {
  collector = await startCollector();
  process.env[variable] = collector.endpoint;
  const tracing = openOtlpTracing('adwright-test', everything, logger);
  tracing.record({ ...span(), attributes: { 'adwright.attempt': 2, a: 'b', c: true }, isError: true });
  tracing.record(span(false));
  await tracing.close();
  expect(collector.spans).toMatchObject([
    { name: 'draw', startMs: 1_000.25, endMs: 1_002, isError: true, service: 'adwright-test' },
  ]);
  expect(collector.spans[0]?.attributes).toEqual({ 'adwright.attempt': 2, a: 'b', c: true });
});

test('several failed exports are logged once', async () => {
  collector = await startCollector({ status: 400 });
  process.env[variable] = collector.endpoint;
  const tracing = openOtlpTracing('adwright-test', everything, logger);
  for (let count = 0; count < 1_024; count += 1) tracing.record(span());
  await tracing.close();
  expect(collector.authorizations).toHaveLength(2);
  expect(warnings).toEqual([{ reason: expect.any(String), spans: 512 }]);
});

test('close does not wait for a collector that never answers', async () => {
  collector = await startCollector({ status: 0 });
  process.env[variable] = collector.endpoint;
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '4000';
  const tracing = openOtlpTracing('adwright-test', everything, logger);
  tracing.record(span());
  await expect(tracing.close()).resolves.toBeUndefined();
});

test.each([
  ['a ratio decides about the trace of a caller that is not trusted', { isParentBased: false, ratio: 0 }, false],
  ['a caller that is trusted decides', { isParentBased: true, ratio: 0 }, true],
])('%s', async (_, sampling, want) => {
  const tracing = openOtlpTracing('adwright-test', sampling, logger);
  const caller = { traceId: newTraceId(), spanId: newSpanId(), isSampled: true };
  expect(tracing.isSampled(caller.traceId, caller)).toBe(want);
  expect(tracing.isSampled(caller.traceId)).toBe(false);
  await tracing.close();
});
