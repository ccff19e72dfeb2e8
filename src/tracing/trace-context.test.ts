import { expect, test } from '@jest/globals';
import { formatTraceparent, parseTraceparent } from './trace-context.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test.each<[string, string, boolean]>([
  ['a sampled span', `00-${traceId}-${spanId}-01`, true],
  ['a span that is not sampled', `00-${traceId}-${spanId}-00`, false],
  ['a span with other flags', `00-${traceId}-${spanId}-02`, false],
  ['a later version with further fields', `01-${traceId}-${spanId}-03-more`, true],
])('parseTraceparent reads %s', (_, text, isSampled) => {
  expect(parseTraceparent(text)).toEqual({ traceId, spanId, isSampled });
});

test.each<[string, string | undefined]>([
  ['no header', undefined],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['the version ff', `ff-${traceId}-${spanId}-01`],
  ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['further fields of version 00', `00-${traceId}-${spanId}-01-more`],
  ['two headers', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
])('parseTraceparent rejects %s', (_, text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test('formatTraceparent writes what parseTraceparent reads', () => {
  const context = { traceId, spanId, isSampled: true };
  expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
});
