import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IndexedHeap } from './indexed-heap.ts';

const id = fc.integer({ min: 0, max: 20 }).map(String);
const command = fc.oneof(
  fc.record({ kind: fc.constant('put'), id, item: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ kind: fc.constantFrom('remove', 'take'), id, item: fc.constant(0) }),
);

test('IndexedHeap returns the smallest of its items after any sequence of puts and removals', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 120 }), (commands) => {
      const heap = new IndexedHeap<{ id: string; item: number }>((a, b) => a.item - b.item);
      const model = new Map<string, number>();
      for (const { kind, ...given } of commands) {
        const { id } = kind === 'take' ? (heap.first() ?? given) : given;
        if (kind === 'put') {
          heap.put(id, given);
          model.set(id, given.item);
        } else {
          heap.remove(id);
          model.delete(id);
        }
        expect(heap.size).toBe(model.size);
        expect(heap.first()?.item).toBe(model.size === 0 ? undefined : Math.min(...model.values()));
      }
    }),
  );
});
