import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../clock/port.ts';
import type { ShedReason } from '../observability/load-metrics.ts';
import { Fifo } from '../runtime/fifo.ts';
import { noteArrival } from './context.ts';

/** How much work one process takes on at once. */
export interface LoadLimits {
  /** Requests that may wait for their turn. One more is shed. */
  waitingMax: number;
  /** How long a request may wait for its turn before it is shed. */
  waitMsMax: number;
  /** Requests other than GET, HEAD and OPTIONS between their turn and the end of their answer. */
  writesMax: number;
}

export const defaultLoadLimits: LoadLimits = { waitingMax: 1_000, waitMsMax: 5_000, writesMax: 256 };

/** Time after which no further request is begun until the event loop has read what came meanwhile. */
const sliceMsMax = 50;
/** Waiting requests begun in one turn of the event loop at most. */
const startsMax = 32;
/** How long new connections are taken before waiting requests are begun again. libuv accepts one of them a turn. */
const intakeMsMax = 250;

export interface LoadGateParts {
  limits: LoadLimits;
  clock: Clock;
  /** Number of connections made so far. While it grows, there may be more of them in the queue of the kernel. */
  connectionsMade: () => number;
  /** Paths that are answered at once, whatever the load. */
  exempt: ReadonlySet<string>;
  /** Handles a request whose turn has come. */
  app: RequestListener;
  /** Answers a request that is shed. Cheap: there may be thousands. */
  shed: RequestListener;
  /** Called for each request that never got its turn. */
  onShed: (reason: ShedReason) => void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Waiting extends Exchange {
  arrivedMs: number;
}

/**
 * Gives each request its turn, and sheds those that the process cannot serve soon.
 *
 * A request begins at once while nothing waits. Once requests have kept the event loop busy for `sliceMsMax`, or `writesMax`
 * writes are under way, further ones wait in the order of their arrival, reads and writes by turns. While new connections
 * keep coming, they are taken first: a request in the queue of the kernel could neither be answered nor shed.
 *
 * Guarantee: a request that is shed was not looked at, so it counts nowhere. Long-polls and downloads are reads and hold no
 * place while they last.
 */
export function createLoadGate(parts: LoadGateParts): RequestListener {
  const gate = new LoadGate(parts);
  return (request, response) => {
    gate.take(request, response);
  };
}

class LoadGate {
  readonly #parts: LoadGateParts;
  readonly #reads = new Fifo<Waiting>();
  readonly #writes = new Fifo<Waiting>();
  /** To be shed when no new connection is left to take. */
  readonly #excess = new Fifo<Exchange>();
  #writesUnderWay = 0;
  /** Monotonic start of the slice in which requests are begun; undefined: none was begun yet. */
  #sliceMs: number | undefined;
  /** Connections made when this gate looked last. */
  #connectionsSeen = 0;
  #isLooking = false;
  #isWatching = false;
  #isWriteNext = false;

  constructor(parts: LoadGateParts) {
    this.#parts = parts;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { app, exempt, limits } = this.#parts;
    if (this.#waiting === 0 && this.#hasTime() && this.#hasPlace(request)) this.#begin(request, response);
    else if (exempt.has(pathOf(request))) app(request, response);
    else if (this.#waiting < limits.waitingMax) this.#wait(request, response);
    else if (this.#excess.length < limits.waitingMax) {
      this.#excess.push({ request, response });
      this.#look();
    } else this.#shed({ request, response }, 'queue_full');
  }

  #wait(request: IncomingMessage, response: ServerResponse): void {
    const arrivedMs = this.#parts.clock.monotonicMs();
    noteArrival(request, arrivedMs);
    (isRead(request) ? this.#reads : this.#writes).push({ request, response, arrivedMs });
    this.#look();
    if (!this.#isWatching) void this.#shedLate();
  }

  get #waiting(): number {
    return this.#reads.length + this.#writes.length;
  }

  #hasTime(): boolean {
    const nowMs = this.#parts.clock.monotonicMs();
    this.#sliceMs ??= nowMs;
    this.#look();
    return nowMs - this.#sliceMs < sliceMsMax;
  }

  #hasPlace(request: IncomingMessage): boolean {
    return isRead(request) || this.#writesUnderWay < this.#parts.limits.writesMax;
  }

  /** An answer that stands behind another one on its connection is not counted: the other one may be a long-poll. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    if (!isRead(request) && response.socket !== null) {
      this.#writesUnderWay += 1;
      response.once('close', () => {
        this.#writesUnderWay -= 1;
        if (this.#waiting > 0) this.#look();
      });
    }
    this.#parts.app(request, response);
  }

  /** Ends the slice at the end of this turn, or later where new connections come first, and begins what waits. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      const connections = this.#parts.connectionsMade();
      const isTaking = connections !== this.#connectionsSeen && !this.#isIntakeOver();
      this.#connectionsSeen = connections;
      if (isTaking) this.#look();
      else this.#renew();
    });
  }

  #isIntakeOver(): boolean {
    const sliceMs = this.#sliceMs ?? -Infinity;
    return this.#parts.clock.monotonicMs() - sliceMs >= sliceMsMax + intakeMsMax;
  }

  /** Each start is a callback of its own, so what a request does at once is done, and timed, before the next one begins. */
  #renew(): void {
    this.#sliceMs = undefined;
    if (!this.#hasStartable()) return;
    for (let start = 0; start < startsMax; start += 1) {
      setImmediate(() => {
        this.#next();
      });
    }
  }

  #hasStartable(): boolean {
    const hasPlace = this.#writesUnderWay < this.#parts.limits.writesMax;
    return this.#excess.length + this.#reads.length > 0 || (this.#writes.length > 0 && hasPlace);
  }

  #next(): void {
    if (!this.#hasStartable() || !this.#hasTime()) return;
    const excess = this.#excess.shift();
    if (excess !== undefined) {
      this.#shed(excess, 'queue_full');
      return;
    }
    const waiting = this.#shift();
    const isLate = this.#parts.clock.monotonicMs() - waiting.arrivedMs >= this.#parts.limits.waitMsMax;
    if (isLate) this.#shed(waiting, 'waited_too_long');
    else if (isGone(waiting)) this.#parts.onShed('hung_up');
    else this.#begin(waiting.request, waiting.response);
  }

  #shift(): Waiting {
    const isWritePossible = this.#writes.length > 0 && this.#writesUnderWay < this.#parts.limits.writesMax;
    const isWrite = isWritePossible && (this.#isWriteNext || this.#reads.length === 0);
    this.#isWriteNext = !isWrite;
    const next = (isWrite ? this.#writes : this.#reads).shift();
    if (next === undefined) throw new Error('No request waits.');
    return next;
  }

  #shed(exchange: Exchange, reason: ShedReason): void {
    this.#parts.onShed(isGone(exchange) ? 'hung_up' : reason);
    if (!isGone(exchange)) this.#parts.shed(exchange.request, exchange.response);
  }

  /** Sheds in time also where no turn comes: while every place of a write is taken. */
  async #shedLate(): Promise<void> {
    const { clock, limits } = this.#parts;
    this.#isWatching = true;
    while (this.#waiting > 0) {
      const oldestMs = Math.min(...[this.#reads, this.#writes].map((queue) => queue.first?.arrivedMs ?? Infinity));
      await clock.sleep(oldestMs + limits.waitMsMax - clock.monotonicMs());
      for (const queue of [this.#reads, this.#writes]) this.#shedLateOf(queue, clock.monotonicMs() - limits.waitMsMax);
    }
    this.#isWatching = false;
  }

  #shedLateOf(queue: Fifo<Waiting>, arrivedMsMax: number): void {
    for (let first = queue.first; first !== undefined && first.arrivedMs <= arrivedMsMax; first = queue.first) {
      queue.shift();
      this.#shed(first, 'waited_too_long');
    }
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

function isGone({ request, response }: Exchange): boolean {
  return response.closed || request.socket.destroyed;
}
