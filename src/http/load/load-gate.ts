import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '../../clock/port.ts';
import { noteArrival } from '../context.ts';
import type { ShedReason } from '../metrics.ts';
import type { LoadLimits } from './load-limits.ts';
import { RequestQueue, type QueuedRequest } from './request-queue.ts';

/**
 * Maximum time in milliseconds for which this process starts requests without a pause. After that, the event loop reads
 * its sockets before further requests start.
 */
const sliceMsMax = 50;
const startsMax = 32;
/**
 * Maximum time in milliseconds for which queued requests wait while the server accepts new connections. Accepting many
 * connections can take long, because libuv accepts one per turn of the event loop.
 */
const intakeMsMax = 250;

export interface LoadGateParts {
  limits: LoadLimits;
  clock: Clock;
  /**
   * Returns the number of connections that the server has accepted so far. While this number grows, more connections
   * may wait in the kernel to be accepted.
   */
  connectionsMade: () => number;
  exempt: ReadonlySet<string>;
  app: RequestListener;
  /**
   * Answers a request that is refused because of overload. Must be cheap, because thousands of requests may be refused.
   */
  shed: RequestListener;
  onShed: (reason: ShedReason) => void;
}

/**
 * Queues requests under load, and sheds (refuses with 503) the requests that the process cannot serve soon. Guarantee:
 * no handler sees a refused request, so it counts against no rate limit.
 * - A request starts at once if no other request waits. It waits if request handling has kept the event loop busy for
 *   `sliceMsMax`, or if the request is a write and `writesMax` writes are in progress.
 * - Waiting requests start in the order of arrival, where reads and writes alternate.
 * - New connections are accepted before waiting requests start, because a request on a connection that is not accepted
 *   yet can be neither answered nor refused.
 * - Long-polls and downloads count as reads, so `writesMax` does not limit them.
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
  /**
   * Requests that arrived while `waitingMax` other requests were already waiting. They are refused once all new
   * connections are accepted.
   */
  readonly #excess: RequestQueue;
  #writesUnderWay = 0;
  /**
   * Start, on the monotonic clock, of the period in which requests are handled before the event loop reads its sockets
   * again. Undefined outside of such a period.
   */
  #sliceMs: number | undefined;
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
   * Starts a request. Counts a write as in progress, unless its response waits for an earlier response on the same
   * connection. The earlier response may be a long-poll, and the count would then stay too high for long.
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
   * Starts queued requests after the event loop has read its sockets. Each request starts in its own callback, so that
   * its synchronous work is done and measured before the next request starts.
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
   * Refuses one request that arrived while the queue was full, then starts one waiting request. Alternating keeps a
   * flood of excess requests from delaying the waiting requests.
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
