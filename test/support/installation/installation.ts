import { join } from 'node:path';
import { Registry } from 'prom-client';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import type { Clock } from '../../../src/clock/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { EventSink, ObjectEvent } from '../../../src/events/port.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import { DirectorySecrets } from '../../../src/secrets/directory-secrets.ts';
import { SqliteAccountSecrets } from '../../../src/secrets/sqlite-account-secrets.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite-store.ts';
import { newSecret } from '../../../src/webhooks/signature.ts';
import { loggerInto, type LogLine } from '../process/log-lines.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';

export interface InstallationOptions {
  clock?: Clock;
  /** Keeps everything in this folder, and removes the folder at the end. Without a folder, the stores are in memory. */
  folder?: ReturnType<typeof temporaryFolder>;
  artifacts?: ArtifactStore | undefined;
}

/**
 * The stores of one installation, its log lines, Events and metrics. Any number of controllers and HTTP listeners may
 * work on them. The object store, the ledger, the rate limiter and the secrets are opened when they are first used.
 */
export class Installation {
  readonly clock: Clock;
  readonly artifacts: ArtifactStore;
  readonly archive: ArtifactArchive;
  readonly registry = new Registry();
  readonly lines: LogLine[] = [];
  readonly logger = loggerInto(this.lines);
  readonly emitted: ObjectEvent[] = [];
  readonly events: EventSink = { emit: (event) => void this.emitted.push(event) };
  readonly #isOnDisk: boolean;
  #folder: InstallationOptions['folder'];
  #store: SqliteStore | undefined;
  #ledger: SqliteLedger | undefined;
  #rateLimiter: SqliteRateLimiter | undefined;
  #accountSecrets: SqliteAccountSecrets | undefined;

  constructor({ clock = systemClock, folder, artifacts }: InstallationOptions = {}) {
    [this.clock, this.#folder, this.#isOnDisk] = [clock, folder, folder !== undefined];
    const own = folder ? new DirectoryArtifacts(join(folder.path, 'artifacts')) : new MemoryArtifacts(clock);
    this.artifacts = artifacts ?? own;
    this.archive = new ArtifactArchive(this.artifacts);
  }

  /** Folder of the files. An installation in memory has one too, for secrets. */
  get path(): string {
    return (this.#folder ??= temporaryFolder()).path;
  }

  get store(): SqliteStore {
    return (this.#store ??= openSqliteStore(this.#database('store.db')));
  }

  get ledger(): SqliteLedger {
    return (this.#ledger ??= new SqliteLedger(this.#database('ledger.db')));
  }

  get rateLimiter(): SqliteRateLimiter {
    return (this.#rateLimiter ??= new SqliteRateLimiter(this.#database('limits.db')));
  }

  /** Signing secrets that Adwright creates for accounts. */
  get accountSecrets(): SqliteAccountSecrets {
    const file = join(this.path, 'account-secrets.db');
    return (this.#accountSecrets ??= new SqliteAccountSecrets({ file, clock: this.clock, newSecret }));
  }

  /** Secrets of users. */
  get secrets(): DirectorySecrets {
    return new DirectorySecrets(join(this.path, 'secrets'));
  }

  /** Opens the same files again, as another process does. The folder stays when the other process ends. */
  another(): Installation {
    if (!this.#isOnDisk) throw new Error('an installation in memory cannot be opened by another process');
    return new Installation({ clock: this.clock, folder: { path: this.path, remove: () => undefined } });
  }

  /** Replaces the ledger in memory by an empty one, as when a disk is lost. */
  loseLedger(): void {
    if (this.#isOnDisk) throw new Error('the ledger of an installation on disk stays in its file');
    this.#ledger?.close();
    this.#ledger = undefined;
  }

  close(): void {
    for (const part of [this.#store, this.#ledger, this.#rateLimiter, this.#accountSecrets]) part?.close();
    this.#folder?.remove();
  }

  #database(name: string): { file: string; clock: Clock } {
    return { file: this.#isOnDisk ? join(this.path, name) : ':memory:', clock: this.clock };
  }
}
