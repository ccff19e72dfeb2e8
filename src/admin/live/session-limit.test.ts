import { expect, test } from '@jest/globals';
import { SessionLimit } from './session-limit.ts';

test('a connection too many ends the oldest of its session, and those of other sessions stay', () => {
  const limit = new SessionLimit(2);
  const ended: string[] = [];
  const open = (session: string, name: string) => limit.add(session, () => ended.push(name));
  open('ada', 'first');
  const close = open('ada', 'second');
  open('ben', 'other');
  close();
  open('ada', 'third');
  expect(ended).toEqual([]);
  open('ada', 'fourth');
  open('ada', 'fifth');
  expect(ended).toEqual(['first', 'third']);
});
