import { expect, test } from '@jest/globals';
import { buildJob, jobName } from '../../../test/support/pipeline/build-job.ts';
import {
  alive,
  at,
  crashed,
  decideSituation,
  ended,
  onImage,
  onOnboarding,
  see,
  whole,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import { recorded } from '../../../test/support/tracing/recorded.ts';
import { traceAnnotation } from '../../domain/labels.ts';
import { parseTraceparent, spanIdOf, traceIdOf } from '../../tracing/trace-context.ts';
import type { SeenResult } from './attempt-end.ts';
import { JobTraces } from './job-traces.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const request = '00f067aa0ba902b7';
const annotated = (flags = '01') => ({ annotations: { [traceAnnotation]: `00-${traceId}-${request}-${flags}` } });
const now = at('12:00:05.250');

function report(situation: JobSituation, tracing = recorded(), traces = new JobTraces(tracing)) {
  traces.report(see(situation), decideSituation({ ...situation, now }), now.getTime());
  return tracing.spans;
}

const done: JobSituation = {
  metadata: annotated(),
  status: onImage(),
  attempts: [ended('image', 1)],
  result: whole('image', 1, {}),
};

test('the end of a job records its last attempt and the whole job, below the request', () => {
  const [attempt, job, ...others] = report(done);
  expect(others).toEqual([]);
  expect(job).toMatchObject({
    name: 'job image_ad',
    context: { traceId, spanId: spanIdOf(jobName, 'job'), isSampled: true },
    parentSpanId: request,
    startMs: parseInt('01939d2c7a10', 16),
    endMs: now.getTime(),
    isError: false,
  });
  expect(attempt).toMatchObject({
    name: 'stage image',
    context: { traceId, spanId: spanIdOf(jobName, 'image/1') },
    parentSpanId: spanIdOf(jobName, 'job'),
    endMs: now.getTime(),
    attributes: { 'adwright.account': 'default/acme', 'adwright.attempt': 1, 'adwright.stage.outcome': 'done' },
  });
});

test('the launch of the first stage records the wait', () => {
  const [wait, ...others] = report({ metadata: annotated() });
  expect(others).toEqual([]);
  expect(wait).toMatchObject({ name: 'wait', parentSpanId: spanIdOf(jobName, 'job'), endMs: now.getTime() });
});

test('an attempt starts at the time of its launch, also in whole seconds after a restart', () => {
  const tracing = recorded();
  const traces = new JobTraces(tracing);
  const launchedMs = at('12:00:01.750').getTime();
  const launching = { metadata: annotated() };
  traces.report(see(launching), decideSituation(launching), launchedMs);
  const situation = { metadata: annotated(), status: onOnboarding(), attempts: [ended('onboarding', 1)] };
  const find = (spans: typeof tracing.spans) => spans.find(({ name }) => name === 'stage onboarding');
  expect(find(report(situation, tracing, traces))?.startMs).toBe(launchedMs);
  const afterRestart = find(report(situation));
  expect(afterRestart?.startMs).toBe(at('12:00:01').getTime());
  expect(afterRestart?.context).toEqual(find(tracing.spans)?.context);
});

test('a failed attempt is an error, and the job goes on without a span', () => {
  const spans = report({ metadata: annotated(), status: onImage(), attempts: [crashed('image', 1)] });
  expect(spans).toMatchObject([
    { name: 'stage image', isError: true, attributes: { 'adwright.stage.outcome': 'failed' } },
  ]);
});

test('a failed job has the code of its error, and not its sentence', () => {
  const spec = { ...buildJob().spec, cancel: true };
  const spans = report({ metadata: annotated(), spec, status: onImage() });
  const job = spans.find(({ name }) => name === 'job image_ad');
  expect(job).toMatchObject({ isError: true, attributes: { 'error.type': 'cancelled' } });
  expect(JSON.stringify(spans)).not.toContain('was cancelled');
});

test('the spans of a stage are below its attempt', () => {
  const inside = { name: 'draw', spanId: 'a'.repeat(16), parentSpanId: 'b'.repeat(16), startMs: 1, endMs: 2 };
  const result = whole('image', 1, {});
  const traced: SeenResult =
    result.kind === 'whole' ? { ...result, result: { ...result.result, spans: [inside] } } : result;
  const draw = report({ ...done, result: traced }).find(({ name }) => name === 'draw');
  expect(draw).toEqual({
    ...{ name: 'draw', parentSpanId: inside.parentSpanId, startMs: 1, endMs: 2 },
    context: { traceId, spanId: inside.spanId, isSampled: true },
  });
});

test('a running stage, and a job whose trace is not sampled, record nothing', () => {
  expect(report({ metadata: annotated(), status: onImage(), attempts: [alive('image', 1)] })).toEqual([]);
  expect(report({ ...done, metadata: annotated('00') })).toEqual([]);
});

test('the trace of an applied AdJob follows from its job id', () => {
  const spans = report({ ...done, metadata: {} });
  expect(new Set(spans.map(({ context }) => context.traceId))).toEqual(new Set([traceIdOf(jobName)]));
  expect(spans.find(({ name }) => name === 'job image_ad')?.parentSpanId).toBeUndefined();
  expect(report({ ...done, metadata: {} }, recorded({ isSampled: false }))).toEqual([]);
});

test('the stage gets the span of its attempt, unless the trace is not sampled', () => {
  const traces = new JobTraces(recorded());
  const image = { stage: 'image', attempt: 2 };
  const given = traces.traceparent(see({ metadata: annotated() }), image);
  expect(parseTraceparent(given)).toEqual({ traceId, spanId: spanIdOf(jobName, 'image/2'), isSampled: true });
  expect(traces.traceparent(see({ metadata: annotated('00') }), image)).toBeUndefined();
});
