import { isStoreError } from '../../src/objects/store-error.ts';
import type { StoreBench, Widget } from './store-bench.ts';
import { widgets } from './widget.ts';

const verbs = ['make', 'change', 'phase', 'label', 'delete'] as const;
const names = ['a', 'b', 'c'] as const;

type WidgetMove = `${(typeof verbs)[number]} ${(typeof names)[number]}`;

/** Every verb with every widget name. A move is one write, such as `make a`. */
export const widgetMoves: readonly WidgetMove[] = verbs.flatMap((verb) =>
  names.map((name): WidgetMove => `${verb} ${name}`),
);

/**
 * Makes the moves in order, and ignores those that the store refuses. Returns a last write, for which a watch can wait.
 */
export async function playWidgetMoves(bench: StoreBench, moves: readonly WidgetMove[]): Promise<Widget> {
  for (const [turn, move] of moves.entries()) await playWidgetMove(bench, move, turn);
  const { spec } = await bench.make('marker').catch(() => bench.seen('marker'));
  return bench.patch('marker', { spec: { size: spec.size + 1 } });
}

async function playWidgetMove(bench: StoreBench, move: WidgetMove, turn: number): Promise<void> {
  const [verb, name = ''] = move.split(' ');
  const act = {
    make: () => bench.make(name),
    change: () => bench.patch(name, { spec: { size: turn + 2 } }), // a widget is made with the size 1
    phase: () => bench.setPhase(name, `Phase${turn % 2}`),
    label: () => bench.patch(name, { metadata: { labels: { turn: String(turn % 2) } } }),
    delete: () => bench.store.delete(widgets, bench.key(name)),
  }[String(verb)];
  await act?.().catch(ignoreRefusal);
}

function ignoreRefusal(error: unknown): void {
  if (!isStoreError(error, 'NotFound', 'AlreadyExists')) throw error;
}
