import { pause } from './pause.ts';

export interface Shot {
  /** From the moment at which it was due, whenever it began, to its answer. */
  latencyMs: number;
  outcome: string;
}

export interface OpenLoop {
  count: number;
  perSecond: number;
  /** What came of it. */
  send: (number: number) => Promise<string>;
}

/** Each call begins when it is due, whatever became of those before: a slow answer holds nobody up, and hides nothing. */
export async function openLoop({ count, perSecond, send }: OpenLoop): Promise<Shot[]> {
  const beginMs = performance.now() + 100;
  const shots: Promise<Shot>[] = [];
  while (shots.length < count) {
    const number = shots.length;
    const dueMs = beginMs + (number * 1_000) / perSecond;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
    else shots.push(shot(send(number), dueMs));
  }
  return Promise.all(shots);
}

/** A failure is an outcome like others. */
async function shot(sent: Promise<string>, dueMs: number): Promise<Shot> {
  const outcome = await sent.catch((error: unknown) => (error instanceof Error ? error.name : String(error)));
  return { latencyMs: performance.now() - dueMs, outcome };
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
