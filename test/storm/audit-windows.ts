/**
 * Checks, with the rate limit headers of the responses, that no API key was allowed more creates than its limit in any
 * minute.
 */
import { isCreate, type Exchange } from './evidence.ts';

const minuteMs = 60_000;

export interface WindowsAudit {
  windows: number;
  /** Number of windows in which at least one request was refused. */
  full: number;
  findings: string[];
}

interface Counted {
  limit: number;
  remaining: number;
  isAllowed: boolean;
  number: number;
}

export function auditWindows(exchanges: readonly Exchange[]): WindowsAudit {
  const windows = new Map<string, Counted[]>();
  for (const exchange of exchanges.filter(isCreate)) {
    const told = windowOf(exchange);
    if (told === undefined) continue;
    windows.set(told.window, [...(windows.get(told.window) ?? []), told]);
  }
  const all = [...windows.values()];
  return {
    windows: all.length,
    full: all.filter((counted) => counted.some(({ isAllowed }) => !isAllowed)).length,
    findings: [...windows].flatMap(([name, counted]) => wrongOf(name, counted)),
  };
}

/** Returns the rate limit window that a response names; `undefined` if the request was not counted. */
function windowOf({ sent, answer }: Exchange): (Counted & { window: string }) | undefined {
  const { 'ratelimit-policy': policy, 'x-ratelimit-remaining': remaining } = answer?.headers ?? {};
  const [, name, limit] = /^"([^"]+)";q=(\d+);w=60$/.exec(policy ?? '') ?? [];
  const reset = Number(answer?.headers['x-ratelimit-reset']);
  if (answer === undefined || name === undefined || remaining === undefined) return undefined;
  // The window ends at a full minute. `reset` is the time until then, rounded up to whole seconds, at a moment between
  // the request and the response.
  const endMs = Math.floor((answer.timeMs + reset * 1_000) / minuteMs) * minuteMs;
  if (endMs < sent.timeMs + (reset - 1) * 1_000 - clockSlackMs) return undefined;
  return {
    window: `${sent.key}, ${name}, the minute before ${new Date(endMs).toISOString()}`,
    ...{ limit: Number(limit), remaining: Number(remaining), number: sent.number },
    isAllowed: answer.status !== 429,
  };
}

/** Allowed difference between the clocks of client and counter, which run on one machine. */
const clockSlackMs = 1_000;

function wrongOf(name: string, counted: readonly Counted[]): string[] {
  const allowed = counted.filter(({ isAllowed }) => isAllowed);
  const limit = Math.max(...counted.map((each) => each.limit));
  const findings: string[] = [];
  if (allowed.length > limit) findings.push(`Key ${name}: ${allowed.length} creates were allowed, over ${limit}.`);
  const places = new Set(allowed.map(({ remaining }) => remaining));
  if (places.size !== allowed.length) findings.push(`Key ${name}: one place in the window was given twice.`);
  return findings;
}
