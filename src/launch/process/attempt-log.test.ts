import { expect, test } from '@jest/globals';
import { collected } from '../../../test/support/process/collected.ts';
import { AttemptLog } from './attempt-log.ts';

const never = new AbortController().signal;

test('only the last lines of a long log are kept', async () => {
  const log = new AttemptLog(12);
  for (const line of ['first', 'second', 'third']) log.add(line);
  expect(log.text).toBe('third\n');
  expect(await collected(log.read({ isFollowed: false, signal: never }))).toEqual(['third']);
});

test('a reader that follows a log gets later lines once, also if earlier ones are dropped, and ends with the log', async () => {
  const log = new AttemptLog(12);
  log.add('first');
  const lines = log.read({ isFollowed: true, signal: never });
  expect((await lines.next()).value).toBe('first');
  const second = lines.next();
  log.add('second');
  expect((await second).value).toBe('second');
  log.add('third');
  log.end();
  expect(await collected(lines)).toEqual(['third']);
});

test('a reader that follows a log ends when its signal aborts', async () => {
  const stop = new AbortController();
  const lines = new AttemptLog().read({ isFollowed: true, signal: stop.signal });
  const next = lines.next();
  stop.abort();
  expect((await next).done).toBe(true);
});
