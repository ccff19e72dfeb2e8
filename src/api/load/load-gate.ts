import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../clock/port.ts';
import { noteArrival } from '../http/context.ts';
import type { ShedReason } from '../metrics.ts';
import type { LoadLimits } from './load-limits.ts';
import { RequestQueue, type QueuedRequest } from './request-queue.ts';

/** Maximum time for which requests are handled without a break; then the event loop reads its sockets again. */
const sliceMsMax = 50;
/** Maximum number of queued requests that begin in one turn of the event loop. */
const startsMax = 32;
/**
 * Maximum time for which accepting new connections has priority over queued requests. libuv accepts one connection per
 * turn of the event loop.
 */
const intakeMsMax = 250;

export interface LoadGateParts {
  limits: LoadLimits;
  clock: Clock;
  /**
   * Returns the number of connections that the server has accepted so far. While this number grows, the kernel may hold
   * more connections to accept.
   */
  connectionsMade: () => number;
  /** Paths of requests that never wait in the queue. */
  exempt: ReadonlySet<string>;
  /** Handles a request. */
  app: RequestListener;
  /**
   * Answers a request that is shed (refused because of overload). Must be cheap, because thousands of requests may be
   * shed.
   */
  shed: RequestListener;
  /** Called for each request that is shed, or whose client disconnects while the request waits. */
  onShed: (reason: ShedReason) => void;
}

/**
 * Queues requests under load, and sheds (answers with 503) the requests that the process cannot serve soon.
 *
 * A request starts immediately if no other request waits. Once request handling has kept the event loop busy for
 * `sliceMsMax`, or `writesMax` writes are in progress, further requests wait in the order of arrival, and waiting reads
 * and writes alternate. Accepting new connections has priority, because a request on a connection that the kernel still
 * holds can be neither answered nor shed.
 *
 * Guarantee: no handler sees a shed request, so the request counts against no rate limit. The limit `writesMax` does
 * not apply to long-polls and downloads, because they are reads.
 */
export function createLoadGate(parts: LoadGateParts): RequestListener {
  const gate = new LoadGate(parts);
  return (request, response) => {
    gate.take(request, response);
  };
}

class LoadGate {
  readonly #parts: LoadGateParts;
  readonly #reads: RequestQueue;
  readonly #writes: RequestQueue;
  /** Requests beyond `waitingMax`. They are shed when no new connection is left to accept. */
  readonly #excess: RequestQueue;
  #writesUnderWay = 0;
  /**
   * Start of the current run of request handling (without a break for the sockets), on the monotonic clock. Undefined
   * between two runs.
   */
  #sliceMs: number | undefined;
  /** Value of `connectionsMade` at the last check. */
  #connectionsSeen = 0;
  #isLooking = false;
  #isWatching = false;
  #isWriteNext = false;

  constructor(parts: LoadGateParts) {
    this.#parts = parts;
    const onHungUp = (): void => {
      parts.onShed('hung_up');
    };
    [this.#reads, this.#writes, this.#excess] = [
      new RequestQueue(onHungUp),
      new RequestQueue(onHungUp),
      new RequestQueue(onHungUp),
    ];
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { app, exempt, limits } = this.#parts;
    if (this.#waiting === 0 && this.#hasTime() && this.#hasPlace(request)) this.#begin(request, response);
    else if (exempt.has(pathOf(request))) app(request, response);
    else if (this.#waiting < limits.waitingMax) this.#wait(request, response);
    else if (this.#excess.length < limits.waitingMax) {
      this.#excess.push({ request, response, arrivedMs: this.#parts.clock.monotonicMs() });
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

  /**
   * Starts a request, and counts it if it is a write. A write that waits for an earlier response on the same connection
   * is not counted, because the earlier response may belong to a long-poll.
   */
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

  /**
   * Begins a new run of request handling at the end of this turn of the event loop, or later if new connections are
   * still being accepted.
   */
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

  /**
   * Begins a new run of request handling. Each request starts in its own callback, so that the synchronous work of a
   * request is done, and its time measured, before the next request begins.
   */
  #renew(): void {
    this.#sliceMs = undefined;
    if (!this.#hasWork()) return;
    for (let start = 0; start < startsMax; start += 1) {
      setImmediate(() => {
        this.#next();
      });
    }
  }

  #hasWork(): boolean {
    return this.#excess.length + this.#reads.length > 0 || this.#isWritePossible();
  }

  #isWritePossible(): boolean {
    return this.#writes.length > 0 && this.#writesUnderWay < this.#parts.limits.writesMax;
  }

  /**
   * Sheds one excess request, then begins one waiting request. Alternating ensures that a flood of excess requests does
   * not keep waiting requests from beginning.
   */
  #next(): void {
    if (!this.#hasWork() || !this.#hasTime()) return;
    const excess = this.#excess.shift();
    if (excess !== undefined) this.#shed(excess, 'queue_full');
    const waiting = this.#shift();
    if (waiting === undefined) return;
    const isLate = this.#parts.clock.monotonicMs() - waiting.arrivedMs >= this.#parts.limits.waitMsMax;
    if (isLate) this.#shed(waiting, 'waited_too_long');
    else this.#begin(waiting.request, waiting.response);
  }

  #shift(): QueuedRequest | undefined {
    const isWrite = this.#isWritePossible() && (this.#isWriteNext || this.#reads.length === 0);
    this.#isWriteNext = !isWrite;
    return (isWrite ? this.#writes : this.#reads).shift();
  }

  #shed({ request, response }: Pick<QueuedRequest, 'request' | 'response'>, reason: ShedReason): void {
    this.#parts.onShed(reason);
    this.#parts.shed(request, response);
  }

  /** Sheds each queued request when it has waited for `waitMsMax`, even if no write finishes in the meantime. */
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

  #shedLateOf(queue: RequestQueue, arrivedMsMax: number): void {
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
