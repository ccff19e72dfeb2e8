import { Option } from 'commander';
import type { Clock } from '../clock/port.ts';
import type { HomeOptions } from '../config/command-config.ts';
import type { PriceList } from '../domain/pricing.ts';
import type { WholeLedger } from '../ledger/port.ts';
import type { ObjectStore } from '../store/port.ts';

/** What every command is given. `store` opens on first use, so that `--help` needs none. */
export interface CommandContext {
  store(): Promise<ObjectStore>;
  /** Opens on first use as well. */
  ledger(): Promise<WholeLedger>;
  /** Known once `store` has opened. */
  readonly namespace: string;
  /** Called before a command runs: where its objects are to be found. */
  chooseHome?(options: HomeOptions): void;
  /** What jobs cost; absent: the list that is built in. */
  prices?(): PriceList;
  clock: Clock;
  /** Standard output: what was asked for, and nothing else. */
  out(text: string): void;
  /** Standard error: remarks for the person at the keyboard. */
  err(text: string): void;
}

/** Exit codes, as `--help` tells them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3, jobFailed: 4, timedOut: 5 } as const;

/** An end that is no bug: the message says what is wrong and what to do, `''` where that was printed already. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export const outputOption = (): Option =>
  new Option('-o, --output <format>', 'how to print').choices(['table', 'json', 'yaml']).default('table');

export const exitCodeHelp = `
Exit codes:
  0 done   1 failed   2 wrong usage   3 not found   4 the job FAILED   5 timed out`;
