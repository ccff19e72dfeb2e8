import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LineSplitter } from './line-splitter.ts';

test('LineSplitter yields whole lines, however the bytes are split', () => {
  const text = fc.string({ unit: 'grapheme' }).map((one) => one.replaceAll('\n', ' '));
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.nat({ max: 9 })), (lines, sizes) => {
      const splitter = new LineSplitter();
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const seen: string[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        seen.push(...splitter.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(seen).toEqual(lines.map((line) => Buffer.from(line).toString()));
      expect(splitter.isMidLine).toBe(false);
    }),
  );
});

test('LineSplitter reports an unfinished line', () => {
  const splitter = new LineSplitter();
  expect([...splitter.push(Buffer.from('one\ntw'))]).toEqual(['one']);
  expect(splitter.isMidLine).toBe(true);
});
