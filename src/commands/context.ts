import { InvalidArgumentError, Option } from 'commander';
import type { ExpiringState } from '../admin/state/port.ts';
import type { Archive } from '../archive/port.ts';
import type { OwnedFiles } from '../runtime/file-owner.ts';
import type { AuditActor, AuditLog } from '../audit-log/port.ts';
import type { Checks } from '../checks/finding.ts';
import type { Clock } from '../clock/port.ts';
import type { PriceList } from '../ads/price.ts';
import type { ProxySettings } from '../egress/settings.ts';
import type { Redrawn } from '../schema/redrawn.ts';
import type { WholeLedger } from '../ledger/port.ts';
import type { ModelAccess } from '../models/open-entry.ts';
import type { AccountSecrets, NewSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';

/** Options of the command line that locate the objects a command works on. */
export interface LocationOptions {
  dataDir?: string;
  kubeconfig?: string;
  namespace?: string;
}

/** Stores of the dashboard, and its public URL. */
export interface AdminStores {
  state: ExpiringState;
  auditLog: Pick<AuditLog, 'write'>;
  publicUrl: string;
  /** User of the operating system who runs the command, and the host, such as `ada@laptop`. */
  user: string;
}

/**
 * Records of the changes of a command: in the audit log itself, or else in an annotation of the changed object, which the
 * controller files in the audit log.
 */
export interface ChangeRecords {
  /** Undefined if the command can reach only the objects. */
  auditLog: Pick<AuditLog, 'write' | 'finish'> | undefined;
  /** Person who runs the command. */
  actor: AuditActor;
}

/**
 * Dependencies of every command. The object store is opened on first use, so that `--help` works without a cluster or
 * data folder.
 */
export interface CommandContext {
  store(): Promise<ObjectStore>;
  ledger(): Promise<WholeLedger>;
  /** Returns the files of jobs and the secret of the installation, which are opened on first use. */
  files(): Promise<OwnedFiles>;
  /** Returns the archive of finished jobs, which is in the file storage and opened on first use. */
  archive(): Promise<Pick<Archive, 'get' | 'run'>>;
  /** Returns the store of the accounts' signing secrets, which is opened on first use. */
  accountSecrets(): Promise<AccountSecrets>;
  /** Returns how to create Secrets on the cluster. Throws `CommandError` if the objects are in a data folder. */
  newSecrets(): Promise<NewSecrets>;
  /** Returns the stores of the dashboard, which are opened on first use. */
  adminStores(): Promise<AdminStores>;
  /** Returns how to record changes. Is called before a change, and only by commands that change something. */
  changeRecords(): Promise<ChangeRecords>;
  /** Reason for the change, from the option `--reason`. */
  reason?: string | undefined;
  /** Namespace that the command works on. Available after `store` has opened. */
  readonly namespace: string;
  chooseLocation?(options: LocationOptions): void;
  prices?(): PriceList;
  /** Returns the proxies of the environment. Absent: no proxy. */
  proxies?(): ProxySettings;
  /** Returns the file with the models, if the environment names one, and how to connect to their servers. */
  models?(): { file: string | undefined; access: ModelAccess };
  /** Returns the checks of `adwright check`. */
  checks?(): Checks;
  /** Opens a file with the program of the desktop. Returns false if there is none. */
  openFile?(file: string): Promise<boolean>;
  /**
   * Draws from the stored brief of a job again, and writes the files into a folder. Returns undefined if the objects are
   * on a cluster, where only the controller can read the brief.
   */
  redraw(jobId: string, folder: string): Promise<Redrawn | undefined>;
  clock: Clock;
  /** Writes the result of the command, and nothing else, to standard output. */
  out(text: string): void;
  err(text: string): void;
}

export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, jobFailed: 4, timedOut: 5 } as const;

/**
 * Failure of a command that is not a bug. The message states the problem and the remedy. It is empty if the command has
 * already printed them.
 */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export const outputOption = (): Option =>
  new Option('-o, --output <format>', 'output format').choices(['table', 'json', 'yaml']).default('table');

const reasonCharactersMax = 500;

export const reasonOption = (): Option =>
  new Option('--reason <text>', 'why, for the audit log').argParser((text: string) => {
    if (text.length <= reasonCharactersMax) return text;
    throw new InvalidArgumentError(`Must have at most ${reasonCharactersMax} characters.`);
  });

export const exitCodeHelp = `
Exit codes:
  0 success   1 failure   2 usage error   3 not found   4 the job FAILED or is left alone   5 timeout`;
