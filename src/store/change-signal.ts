/**
 * Wakes waiting functions after a write to a SQLite file: at once if this process wrote (`notify`), and within `pollMs`
 * if another process wrote. SQLite does not notify other processes, so a version number of the file is polled.
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

  /**
   * Number of the last change. Read this number before reading data, and pass it to `changed`. `changed` then also
   * reports writes that happened in between.
   */
  get ticket(): number {
    return this.count;
  }

  notify(): void {
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

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
      // The timer polls for writes of another process, so it uses real time instead of the injected clock. It does not
      // keep this process alive.
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
   * Returns the version number of the SQLite file. Returns undefined if the file cannot be read. This wakes the waiting
   * functions, which then get the error from their own read.
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
