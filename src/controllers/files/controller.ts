import type { Logger } from 'pino';
import { claimFiles, type OwnedFiles } from '../../runtime/file-owner.ts';
import type { Clock } from '../../clock/port.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';

/** Interval in milliseconds at which the mark of the own files is read. Files are seldom replaced by others. */
const ownMs = 60_000;
/** Interval in milliseconds at which the mark is read while it cannot be read, or is not known to be the own one. */
const otherMs = 5_000;
/** Maximum time in milliseconds that other controllers wait for the first try to read the mark. */
const firstMs = 5_000;

export interface FilesDeps extends OwnedFiles {
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
}

export interface FilesController {
  /**
   * Starts the controller, which runs until the signal aborts. The promise resolves after the first try to read the mark
   * of the files, or after 5 s, so that a store that does not respond delays no other controller for longer.
   */
  start(signal: AbortSignal): Promise<void>;
  drain(): Promise<void>;
  /** Reports whether the files are known to belong to another installation. */
  areForeign(): boolean;
  /** Reports whether the files are known to belong to this installation. */
  areOwn(): boolean;
  /** Returns the seconds since the mark was read, or since the start if it was not read yet. Before the start: 0. */
  unreadSeconds(): number;
}

/**
 * Creates the controller that finds out to which installation the files of jobs belong, and marks files without a mark as
 * those of this installation. While the mark cannot be read, the last known owner counts. Only the leader may start the
 * controller, and only once.
 */
export function createFilesController(deps: FilesDeps): FilesController {
  const { clock } = deps;
  const warnings = new SparseWarnings(deps);
  const losses = new SparseWarnings(deps);
  let owner: 'own' | 'foreign' | undefined;
  let readMs: number | undefined;
  let run = Promise.resolve();
  const round = async (): Promise<void> => {
    owner = await claimFiles(deps);
    readMs = clock.monotonicMs();
    if (owner === 'foreign')
      losses.error({}, 'the files belong to another installation; set back the file storage, or adopt the files');
  };
  const failed = (err: unknown): void => {
    warnings.warn({ err }, 'failed to read to which installation the files belong; retrying');
  };
  return {
    async start(signal) {
      readMs = clock.monotonicMs();
      const pauseMs = (failures: number): number => (owner === 'own' && failures === 0 ? ownMs : otherMs);
      const first = round().catch((error: unknown) => {
        if (!(error instanceof NotLeadingError)) failed(error);
      });
      run = first.then(() => runRounds({ round, firstAfterMs: pauseMs(0), pauseMs, clock, failed }, signal));
      const tried = new AbortController();
      await Promise.race([first, clock.sleep(firstMs, AbortSignal.any([signal, tried.signal]))]);
      tried.abort();
    },
    drain: () => run,
    areForeign: () => owner === 'foreign',
    areOwn: () => owner === 'own',
    unreadSeconds: () => (readMs === undefined ? 0 : (clock.monotonicMs() - readMs) / 1_000),
  };
}
