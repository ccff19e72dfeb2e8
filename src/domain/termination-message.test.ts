import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { terminationMessageBytesMax, TerminationMessage } from '../schema/stage-contract.ts';
import { fitTerminationMessage } from './termination-message.ts';

const prose = fc.string({ unit: 'binary', size: 'large', maxLength: 5_000 });

test('a message within the limit is unchanged', () => {
  const message = { ref: 'result.json', sha256: 'f00', summary: 'Done.' };
  expect(fitTerminationMessage(message)).toBe(JSON.stringify(message));
});

test('any message becomes JSON of at most 4,096 bytes whose text is a beginning of the original', () => {
  fc.assert(
    fc.property(prose, (sentence) => {
      const text = fitTerminationMessage({ code: 'internal', sentence });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(terminationMessageBytesMax);
      const message = TerminationMessage.parse(JSON.parse(text));
      const words = 'sentence' in message ? message.sentence : '';
      expect(words === sentence || (words.endsWith('…') && sentence.startsWith(words.slice(0, -1)))).toBe(true);
    }),
  );
});

test('a message is cut no more than necessary', () => {
  const text = fitTerminationMessage({ ref: 'r', sha256: 's', summary: 'x'.repeat(5_000) });
  expect(Buffer.byteLength(text)).toBe(terminationMessageBytesMax);
});
