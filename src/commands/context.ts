import { Option } from 'commander';
import type { Clock } from '../clock/port.ts';
import type { HomeOptions } from '../config/command-config.ts';
import type { PriceList } from '../domain/pricing.ts';
import type { WholeLedger } from '../ledger/port.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';

/** Dependencies of every command. The store opens on first use, so that `--help` works without one. */
export interface CommandContext {
  store(): Promise<ObjectStore>;
  /** Opens the ledger on first use, like the store. */
  ledger(): Promise<WholeLedger>;
  /** Opens the signing secrets of accounts on first use, like the store. */
  accountSecrets(): Promise<AccountSecrets>;
  /** Available after `store` has opened. */
  readonly namespace: string;
  /** Selects the cluster or data folder with the objects of the command. Called before a command runs. */
  chooseHome?(options: HomeOptions): void;
  /** Prices of jobs. Absent: the built-in list. */
  prices?(): PriceList;
  clock: Clock;
  /** Writes to standard output: the result of the command and nothing else. */
  out(text: string): void;
  /** Writes to standard error: messages to the user. */
  err(text: string): void;
}

/** Exit codes, as listed in `exitCodeHelp`. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, jobFailed: 4, timedOut: 5 } as const;

/**
 * Failure of a command that is not a bug. The message states the problem and the remedy; it is empty if both were
 * already printed.
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

export const exitCodeHelp = `
Exit codes:
  0 success   1 failure   2 usage error   3 not found   4 the job FAILED   5 timeout`;
