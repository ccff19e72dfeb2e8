import { expect, test } from '@jest/globals';
import { ScriptedStore } from '../../test/support/faults/scripted-store.ts';
import { adAccountKind } from '../domain/kinds.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectList } from '../store/port.ts';
import { everyObject } from './every-object.ts';

const account = (name: string) => ({
  apiVersion: 'adwright.dev/v1alpha1',
  kind: 'AdAccount',
  metadata: {
    ...{ namespace: 'default', name, uid: name, resourceVersion: '1', generation: 1 },
    creationTimestamp: '2026-11-01T12:00:00Z',
  },
  spec: {},
});

const page = (names: string[], continueToken?: string): ObjectList<unknown, unknown> => ({
  items: names.map(account),
  resourceVersion: '1',
  ...(continueToken !== undefined && { continueToken }),
});

/** Visits the objects of the scripted lists. Returns the visited names and the result of `everyObject`. */
async function visit(
  answers: (ObjectList<unknown, unknown> | Error)[],
  isCounted: (name: string) => boolean = () => true,
) {
  const names: string[] = [];
  const lists = new ScriptedStore(answers);
  const count = await everyObject(lists, adAccountKind, {}, ({ metadata: { name } }) => {
    names.push(name);
    return Promise.resolve(isCounted(name));
  });
  return { names, count, asked: lists.asked };
}

test('everyObject visits all pages and counts only the calls that returned true', async () => {
  const { names, count, asked } = await visit([page(['a', 'b'], 'next'), page(['c'])], (name) => name !== 'b');
  expect(names).toEqual(['a', 'b', 'c']);
  expect(count).toBe(2);
  expect(asked).toEqual([{ limit: 500 }, { limit: 500, continueToken: 'next' }]);
});

test('everyObject starts again if the list expires', async () => {
  const { names } = await visit([page(['a'], 'next'), new StoreError('Expired', 'Too old.'), page(['a', 'b'])]);
  expect(names).toEqual(['a', 'a', 'b']);
});

test('a kind that the server does not know has no objects', async () => {
  expect(await visit([new StoreError('NotFound', 'No such kind.')])).toMatchObject({ names: [], count: 0 });
});

test('any other error of the list is thrown', async () => {
  await expect(visit([new StoreError('Forbidden', 'No.')])).rejects.toMatchObject({ reason: 'Forbidden' });
});

test('at most 16 objects are worked on at the same time', async () => {
  let [running, most] = [0, 0];
  const lists = new ScriptedStore([page(Array.from({ length: 40 }, (_, index) => `a${index}`))]);
  await everyObject(lists, adAccountKind, {}, async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return true;
  });
  expect(most).toBe(16);
});
