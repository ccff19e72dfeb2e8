import { expect, jest, test } from '@jest/globals';

// A number format takes about 0.1 ms to build, and a process that reads no price needs none.
test.each([
  '../../domain/currency-symbols.ts',
  '../../speech/english/money.ts',
  './currency.ts',
  './extract/shown-prices.ts',
  './browser/page-script.ts',
])('importing %s builds no number formats', async (module) => {
  const built = jest.spyOn(Intl, 'NumberFormat');
  await import(module);
  const calls = built.mock.calls.length;
  built.mockRestore();
  expect(calls).toBe(0);
});
