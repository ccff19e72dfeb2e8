/** Maximum numbers of work items that run at once. */
export interface DispatchLimits {
  total: number;
  /** Number of the `total` slots that only accounts without a running work item may use. */
  reserved: number;
  perOrigin: number;
  perAddress: number;
}

/**
 * Work item for one receiver, such as an attempt to deliver a callback. Items with the same `id` never run at once.
 *
 * `run` calls `claim` with each address before it connects to the address. If `claim` returns false, all connections to
 * the address are in use: `run` must then return, and is called again when one of them is free. A claim ends with the
 * next claim. An item that needs no connection any more calls `freeSlot`, so that other items can start before the item
 * ends. Errors of `run` are ignored.
 */
export interface Work {
  id: string;
  account: string;
  origin: string;
  run(claim: (address: string) => boolean, freeSlot: () => void): Promise<void>;
}

/** Queue of the work items of one account for one origin (scheme, host and port), first in, first out. */
interface Line {
  readonly account: string;
  readonly origin: string;
  readonly works: Work[];
}

/**
 * Runs work items in parallel and shares the slots fairly: among accounts, and within an account among origins. A
 * receiver that does not respond uses at most `perOrigin` slots and `perAddress` connections, so that it never delays
 * another receiver.
 *
 * Guarantee: an account without a running work item finds a free slot while fewer than `reserved` other accounts have
 * running items, no matter how many items these accounts run. An account gets another slot only if the number of free
 * slots exceeds `reserved` plus the number of slots that the account already uses. So one account alone uses at most
 * half of the slots that are not reserved.
 */
export class FairDispatcher {
  readonly #limits: DispatchLimits;
  readonly #ids = new Set<string>();
  readonly #lines = new Map<string, Line>();
  /** Queues whose first item may run, by account and origin. The next queue is the first one of the first account. */
  readonly #ready = new Map<string, Map<string, Line>>();
  /** Queues that wait until a slot of their origin, or a connection to an address, is free. */
  readonly #waitingForOrigin = new Map<string, Set<Line>>();
  readonly #waitingForAddress = new Map<string, Set<Line>>();
  /** Numbers of slots in use, by origin and by account. */
  readonly #running = new Map<string, number>();
  readonly #runningOfAccount = new Map<string, number>();
  readonly #connections = new Map<string, number>();
  #total = 0;

  constructor(limits: DispatchLimits) {
    this.#limits = limits;
  }

  /** Number of work items that run or wait. */
  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Adds a work item, unless an item with the same id runs or waits. */
  add(work: Work): void {
    if (this.#ids.has(work.id)) return;
    this.#ids.add(work.id);
    const line = this.#lineOf(work);
    line.works.push(work);
    if (line.works.length === 1) this.#offer(line);
    this.#startNext();
  }

  #lineOf({ account, origin }: Pick<Work, 'account' | 'origin'>): Line {
    const key = lineKey({ account, origin });
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const line: Line = { account, origin, works: [] };
    this.#lines.set(key, line);
    return line;
  }

  /** Makes a queue ready, or lets it wait for a slot of its origin. Deletes an empty queue. */
  #offer(line: Line): void {
    const key = lineKey(line);
    if (this.#lines.get(key) !== line) return;
    if (line.works.length === 0) {
      this.#lines.delete(key);
    } else if (countOf(this.#running, line.origin) >= this.#limits.perOrigin) {
      addTo(this.#waitingForOrigin, line.origin, line);
    } else {
      const lines = this.#ready.get(line.account) ?? new Map<string, Line>();
      this.#ready.set(line.account, lines.set(line.origin, line));
    }
  }

  /** Puts a work item back at the front of its queue, and lets the queue wait for a connection to the address. */
  #park(work: Work, address: string): void {
    const line = this.#lineOf(work);
    line.works.unshift(work);
    if (countOf(this.#connections, address) < this.#limits.perAddress) {
      this.#offer(line);
      return;
    }
    const lines = this.#ready.get(line.account);
    lines?.delete(line.origin);
    if (lines?.size === 0) this.#ready.delete(line.account);
    this.#waitingForOrigin.get(line.origin)?.delete(line);
    addTo(this.#waitingForAddress, address, line);
  }

  #startNext(): void {
    for (;;) {
      const line = this.#takeLine();
      if (line === undefined) return;
      // Another account may have taken the last slot of the origin after the queue became ready.
      if (countOf(this.#running, line.origin) >= this.#limits.perOrigin) {
        addTo(this.#waitingForOrigin, line.origin, line);
        continue;
      }
      const work = line.works.shift();
      if (work === undefined) continue;
      this.#total += 1;
      change(this.#running, line.origin, 1);
      change(this.#runningOfAccount, line.account, 1);
      this.#offer(line);
      void this.#run(work);
    }
  }

  /**
   * Takes the next queue of the next account that may start a work item, and moves this account to the end of the
   * order.
   */
  #takeLine(): Line | undefined {
    // Only accounts with a running work item may be skipped, and there are at most `total` such accounts, so the search
    // is short.
    const next = this.#ready.entries().find(([account]) => this.#mayStart(account));
    if (next === undefined) return undefined;
    const [account, lines] = next;
    const [line] = lines.values();
    if (line !== undefined) lines.delete(line.origin);
    this.#ready.delete(account);
    if (lines.size > 0) this.#ready.set(account, lines);
    return line;
  }

  #mayStart(account: string): boolean {
    const { total, reserved } = this.#limits;
    const free = total - this.#total;
    const running = countOf(this.#runningOfAccount, account);
    return running === 0 ? free > 0 : running < free - reserved;
  }

  async #run(work: Work): Promise<void> {
    let claimed: string | undefined;
    let busy: string | undefined;
    const claim = (address: string): boolean => {
      if (claimed !== undefined) {
        this.#freeConnection(claimed);
        queueMicrotask(() => {
          this.#startNext();
        });
      }
      const isBusy = countOf(this.#connections, address) >= this.#limits.perAddress;
      [busy, claimed] = isBusy ? [address, undefined] : [undefined, address];
      if (!isBusy) change(this.#connections, address, 1);
      return !isBusy;
    };
    let isFreed = false;
    const freeSlot = (): void => {
      if (isFreed) return;
      isFreed = true;
      this.#total -= 1;
      change(this.#running, work.origin, -1);
      change(this.#runningOfAccount, work.account, -1);
      for (const line of takeAll(this.#waitingForOrigin, work.origin)) this.#offer(line);
      if (claimed !== undefined) this.#freeConnection(claimed);
      this.#startNext();
    };
    try {
      await work.run(claim, freeSlot);
    } catch {
      // A work item handles its own errors.
    }
    if (busy === undefined) this.#ids.delete(work.id);
    else this.#park(work, busy);
    freeSlot();
  }

  #freeConnection(address: string): void {
    change(this.#connections, address, -1);
    for (const line of takeAll(this.#waitingForAddress, address)) this.#offer(line);
  }
}

function lineKey({ account, origin }: { account: string; origin: string }): string {
  return JSON.stringify([account, origin]);
}

function countOf(counts: ReadonlyMap<string, number>, key: string): number {
  return counts.get(key) ?? 0;
}

function change(counts: Map<string, number>, key: string, by: number): void {
  const count = countOf(counts, key) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function addTo(sets: Map<string, Set<Line>>, key: string, line: Line): void {
  const set = sets.get(key) ?? new Set<Line>();
  sets.set(key, set.add(line));
}

function takeAll(sets: Map<string, Set<Line>>, key: string): Iterable<Line> {
  const set = sets.get(key) ?? [];
  sets.delete(key);
  return set;
}
