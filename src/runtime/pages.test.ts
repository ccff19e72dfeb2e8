import { expect, test } from '@jest/globals';
import type { ListOptions, ObjectList } from '../store/port.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import { pagesById, pagesOf } from './pages.ts';

test('pagesById ends at an empty page and not at a short page', async () => {
  const asked: (string | undefined)[] = [];
  const pages: Record<string, string[]> = { '': ['a', 'b'], b: ['c'], c: ['d', 'e'], e: [] };
  const list = ({ after }: { after: string | undefined }): Promise<{ jobId: string }[]> => {
    asked.push(after);
    return Promise.resolve((pages[after ?? ''] ?? []).map((jobId) => ({ jobId })));
  };
  const seen: string[][] = [];
  for await (const page of pagesById(list, 2)) seen.push(page.map(({ jobId }) => jobId));
  expect(seen).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
  expect(asked).toEqual([undefined, 'b', 'c', 'e']);
});

test('pagesOf ends when the store returns no continue token, and not at an empty page', async () => {
  const asked: unknown[] = [];
  const kind: ResourceKind<unknown, unknown> = {
    ...{ apiVersion: 'v1', kind: 'Thing', plural: 'things' },
    ...{ parseSpec: (spec) => spec, parseStatus: (status) => status, selectableFields: [] },
  };
  const tokens = ['one', 'two', undefined];
  const list = <S, T>(_: ResourceKind<S, T>, options?: ListOptions): Promise<ObjectList<S, T>> => {
    const continueToken = tokens[asked.length];
    asked.push(options);
    return Promise.resolve({ items: [], resourceVersion: '1', ...(continueToken !== undefined && { continueToken }) });
  };
  let count = 0;
  for await (const { items } of pagesOf({ list }, kind, { limit: 3 })) count += items.length + 1;
  expect(count).toBe(3);
  expect(asked).toEqual([{ limit: 3 }, { limit: 3, continueToken: 'one' }, { limit: 3, continueToken: 'two' }]);
});
