/**
 * Wakes watchers after a write: at once after a write of this process (`notify`), and within `pollMs` after a write of
 * another process. Such writes are detected by polling the data version, since SQLite does not notify other processes.
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

  /** Number of the last change. Read it before reading data, so that `changed` then reports every later write. */
  get ticket(): number {
    return this.count;
  }

  notify(): void {
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

  /** Resolves when there was a change after the change with the number `ticket`, or when the signal aborts. */
  changed(ticket: number, signal: AbortSignal): Promise<void> {
    if (ticket !== this.count || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        if (this.waiting.size === 0) this.stopPolling();
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      // A system timer instead of the injected clock, since it waits for another process. It does not keep the process
      // alive.
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

  /**
   * Returns the data version of the file, or undefined if the file cannot be read. The watchers then get the error from
   * their own read.
   */
  private tryDataVersion(): unknown {
    try {
      return this.readDataVersion();
    } catch {
      return undefined;
    }
  }

  private stopPolling(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
