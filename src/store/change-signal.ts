/**
 * Wakes watchers when there may be something new: at once after a write of this process (`notify`), and within
 * `pollMs` after one of another (the data version has moved; SQLite has no other way to say so).
 */
export class ChangeSignal {
  private readonly readDataVersion: () => unknown;
  private readonly pollMs: number;
  private readonly waiting = new Set<() => void>();
  private count = 0;
  private seenDataVersion: unknown;
  private timer: NodeJS.Timeout | undefined;

  constructor(readDataVersion: () => unknown, pollMs: number) {
    this.readDataVersion = readDataVersion;
    this.pollMs = pollMs;
    this.seenDataVersion = readDataVersion();
  }

  /** Take it before reading; `changed` then misses nothing that came while reading. */
  get ticket(): number {
    return this.count;
  }

  notify(): void {
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

  /** Resolves when something has changed since the ticket, or the signal aborts. */
  changed(ticket: number, signal: AbortSignal): Promise<void> {
    if (ticket !== this.count || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        if (this.waiting.size === 0) this.rest();
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      // A timer of the system, not of the clock: it waits for another process. It keeps no process alive.
      this.timer ??= setInterval(() => {
        this.poll();
      }, this.pollMs).unref();
    });
  }

  private poll(): void {
    const dataVersion = this.tryDataVersion();
    if (dataVersion === this.seenDataVersion && dataVersion !== undefined) return;
    this.seenDataVersion = dataVersion;
    this.notify();
  }

  /** Undefined where the store cannot be read: the watchers find out why by themselves. */
  private tryDataVersion(): unknown {
    try {
      return this.readDataVersion();
    } catch {
      return undefined;
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
