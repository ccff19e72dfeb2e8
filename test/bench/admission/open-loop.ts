import { pause } from './pause.ts';

export interface Shot {
  /** Time from the moment at which the call was due until its answer. */
  latencyMs: number;
  outcome: string;
}

export interface OpenLoop {
  count: number;
  perSecond: number;
  /** Sends the call with this number. Resolves to its outcome, such as a status code. */
  send: (number: number) => Promise<string>;
}

/**
 * Starts each call at its due time, whether or not earlier calls have been answered. So a slow answer does not delay
 * other calls, and its effect is measured.
 */
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

/** Measures one call. For an error, the outcome is the name of the error. */
async function shot(sent: Promise<string>, dueMs: number): Promise<Shot> {
  const outcome = await sent.catch((error: unknown) => (error instanceof Error ? error.name : String(error)));
  return { latencyMs: performance.now() - dueMs, outcome };
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
