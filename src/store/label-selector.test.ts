import { expect, test } from '@jest/globals';
import { labelSelector } from './label-selector.ts';

test.each<[string, Record<string, string>, boolean]>([
  ['', {}, true],
  ['a=b', { a: 'b' }, true],
  ['a==b', { a: 'b' }, true],
  ['a = b', { a: 'b' }, true],
  ['a=b', { a: 'c' }, false],
  ['a=b', {}, false],
  ['a=', { a: '' }, true],
  ['a=', {}, false],
  ['a!=b', { a: 'b' }, false],
  ['a!=b', { a: 'c' }, true],
  ['a!=b', {}, true],
  ['a in (b,c)', { a: 'c' }, true],
  ['a in (b, c)', { a: 'd' }, false],
  ['a in (b)', {}, false],
  ['a notin (b,c)', { a: 'c' }, false],
  ['a notin (b,c)', {}, true],
  ['a', { a: '' }, true],
  ['a', {}, false],
  ['!a', {}, true],
  ['!a', { a: '' }, false],
  ['toString', {}, false],
  ['a=b,c!=d,e in (x,y),!f', { a: 'b', e: 'y' }, true],
  ['a=b,c!=d,e in (x,y),!f', { a: 'b', e: 'y', f: '1' }, false],
  ['adwright.dev/stage=image', { 'adwright.dev/stage': 'image' }, true],
])('labelSelector %j on the labels %j returns %s', (selector, labels, want) => {
  expect(labelSelector(selector)(labels)).toBe(want);
});

test.each(['a=b,', ',', 'a in b', 'a in (b', 'a=b c', 'a===b', '!a=b', 'a/b/c=d', 'a=-', '=b', 'a>1'])(
  'labelSelector refuses %j',
  (selector) => {
    expect(() => labelSelector(selector)).toThrow('Invalid label selector');
  },
);
