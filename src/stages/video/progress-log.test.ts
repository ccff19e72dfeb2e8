import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { progressLog } from './progress-log.ts';

test('the progress of a film is logged every three seconds, in percent', () => {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  let nowMs = 0;
  const log = progressLog(logger, 200, () => nowMs);
  for (let frame = 0; frame < 200; frame++) {
    nowMs += 40;
    log(frame);
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 30, percent: 37, msg: 'encoding the film' },
    { level: 30, percent: 75, msg: 'encoding the film' },
  ]);
});
