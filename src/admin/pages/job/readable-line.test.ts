import { expect, test } from '@jest/globals';
import { readableLine } from './readable-line.ts';

test.each([
  [
    'a line of the logger shows time, level, message and further fields',
    '{"level":40,"time":1764151200000,"jobId":"x","stage":"image","msg":"slow page","host":"a.example"}',
    '10:00:00.000 WARN  slow page {"host":"a.example"}',
  ],
  ['a level may be a word', '{"level":"error","time":1764151200000,"msg":"no page"}', '10:00:00.000 ERROR no page'],
  ['another line stays as it is', 'FATAL ERROR: heap', 'FATAL ERROR: heap'],
  ['JSON without a time stays as it is', '{"level":30,"msg":"x"}', '{"level":30,"msg":"x"}'],
])('%s', (_, line, want) => {
  expect(readableLine(line)).toBe(want);
});
