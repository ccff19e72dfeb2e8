import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AuditLog } from '../audit-log/port.ts';
import type { Clock } from '../clock/port.ts';
import { SparseWarnings } from '../runtime/sparse-warnings.ts';
import type { Change } from '../operations/change.ts';
import { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import { rowOf } from '../operations/journal.ts';
import type { ApiRequest } from './route.ts';

/** Maximum number of rows that are written at the same time. Rows above this number are lost. */
const atOnceMax = 256;

interface Options {
  auditLog: Pick<AuditLog, 'write'>;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
  /** Counts a row that was lost. */
  onLost: () => void;
}

type Source = Pick<ApiRequest, 'caller' | 'headers' | 'remoteAddress' | 'requestId'>;

/**
 * Files the changes that clients make with their API keys in the audit log, after their responses. No request waits for
 * the audit log. A row is lost if the log cannot be written, if too many rows are being written, or if the process is
 * killed before the row is written.
 */
export class ChangeFiler {
  readonly #options: Options;
  readonly #background = new BoundedBackground(atOnceMax);
  readonly #warnings: SparseWarnings;

  constructor(options: Options) {
    this.#options = options;
    this.#warnings = new SparseWarnings(options);
  }

  /** Files a change that was made. Does nothing without a change. */
  file(action: string, change: Change | undefined, request: Source): void {
    if (change === undefined) return;
    const { caller, headers, remoteAddress: ip, requestId } = request;
    const intended = {
      action,
      actor: { kind: 'api_key' as const, subject: `${caller.key.namespace}/${caller.key.name}` },
      source: { ip, userAgent: headers['user-agent'], requestId },
    };
    const row = { ...rowOf(intended, change, this.#options.clock.now()), outcome: 'done' as const };
    const isBegun = this.#background.run(async () => {
      await setImmediate();
      await this.#options.auditLog.write(row).catch((error: unknown) => {
        this.#lose(error);
      });
    });
    if (!isBegun) this.#lose(new Error('Too many rows are being written.'));
  }

  /** Waits at most `graceMs` for the rows that are being written. */
  async drain(graceMs: number): Promise<void> {
    const ended = new AbortController();
    const done = this.#background.idle().finally(() => {
      ended.abort();
    });
    await Promise.race([done, this.#options.clock.sleep(graceMs, ended.signal)]);
  }

  #lose(err: unknown): void {
    this.#options.onLost();
    this.#warnings.warn({ err }, 'failed to record a change by the API in the audit log; the row is lost');
  }
}
