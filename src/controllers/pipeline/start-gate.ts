import { accountOf } from '../../domain/account-of.ts';
import {
  byAge,
  byTurn,
  defaultShare,
  isWithinLimit,
  type AccountShare,
  type Contender,
  type WaitingJob,
} from '../../domain/fairness.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { IndexedHeap } from '../../runtime/indexed-heap.ts';
import { keyText } from '../../runtime/object-key.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ObjectKey } from '../../store/port.ts';
import { runningStage } from './stage-list.ts';

/** Of the whole installation. */
interface StartLimits {
  /** 0 starts nothing. */
  maxRunningJobs: number;
}

/**
 * `claimed`: it has its place, and the cache does not show yet that it runs. `stopping`: it is to run no more, and a stage of
 * it may still.
 */
type State = 'waiting' | 'claimed' | 'running' | 'stopping';

interface Known {
  account: Account;
  state: State;
  job: WaitingJob & { key: ObjectKey };
}

/** An account that has jobs waiting or running. */
interface Account {
  key: ObjectKey;
  share: AccountShare;
  counts: Record<State, number>;
  waiting: IndexedHeap<WaitingJob>;
}

/** Jobs of an account. */
export interface JobCounts {
  /** Those that are being stopped are not among them, though they keep others waiting. */
  running: number;
  /** Those that wait for their start, or have been let in a moment ago. */
  pending: number;
}

/**
 * Decides whose turn it is to start while many jobs are looked at side by side. A decision costs the logarithm of the number
 * of jobs that wait.
 *
 * Guarantee: no more than `maxRunningJobs` have a stage running, of the installation as of each account, also while the cache
 * has not yet seen those just started, and while those that were cancelled, deleted or suspended are being stopped: a place
 * is held until the stage has ended. As long as there is room nobody is kept waiting who is within the limit of its account.
 * A suspended job gives its place back, and waits for one when it goes on.
 */
export class StartGate {
  readonly #limits: StartLimits;
  readonly #shareOf: (account: ObjectKey) => AccountShare;
  readonly #mayRun: (uid: string) => boolean;
  readonly #jobs = new Map<string, Known>();
  readonly #accounts = new Map<string, Account>();
  /** Accounts that have a job waiting and are within their limit. */
  readonly #turns = new IndexedHeap<Contender & { account: Account }>(byTurn);
  #held = 0;

  constructor(
    limits: StartLimits,
    shareOf: (account: ObjectKey) => AccountShare = () => defaultShare,
    mayRun: (uid: string) => boolean = () => false,
  ) {
    this.#limits = limits;
    this.#shareOf = shareOf;
    this.#mayRun = mayRun;
  }

  /** Take note of a job as the cache shows it, at each change of it or of its stages. Returns who may start because of it. */
  observe(job: AdJob): ObjectKey[] {
    return this.#note(job, true);
  }

  /** The same after each pass: none is under way that could launch a stage of it. */
  observeIdle(job: AdJob): ObjectKey[] {
    return this.#note(job, false);
  }

  #note(job: AdJob, mayLaunch: boolean): ObjectKey[] {
    const { uid } = job.metadata;
    const before = this.#jobs.get(uid);
    const state = this.#stateOf(job, before?.state, mayLaunch);
    if (before?.state === state) return [];
    this.#leave(uid);
    if (state !== undefined) this.#enter({ account: this.#account(accountOf(job)), state, job: waitingJob(job) });
    return isHolding(before?.state) && !isHolding(state) ? this.#letIn() : [];
  }

  /** The job is gone, or not seen yet; its stages may be there. Returns who may start because of it. */
  observeStages(key: ObjectKey, uid: string): ObjectKey[] {
    const before = this.#jobs.get(uid);
    this.#leave(uid);
    if (!this.#mayRun(uid)) return isHolding(before?.state) ? this.#letIn() : [];
    const account = this.#account(before?.account.key ?? nobody);
    this.#enter({ account, state: 'stopping', job: { uid, name: key.name, creationTimestamp: '', key } });
    return [];
  }

  /** Weight or limit of the account may have changed. Returns who may start because of it. */
  reconsider(account: ObjectKey): ObjectKey[] {
    const known = this.#accounts.get(keyText(account));
    if (known === undefined) return [];
    known.share = this.#shareOf(account);
    this.#queueUp(known);
    return this.#letIn();
  }

  /** Whether this job, observed before, has its turn; if so its place is held from now on. */
  mayStart(uid: string): boolean {
    // Others that are let in here were observed since the last time, so their own pass is still to come.
    if (this.#jobs.get(uid)?.state === 'waiting') this.#letIn();
    const state = this.#jobs.get(uid)?.state;
    return state === 'claimed' || state === 'running';
  }

  counts(account: ObjectKey): JobCounts {
    const { running = 0, waiting = 0, claimed = 0 } = this.#accounts.get(keyText(account))?.counts ?? {};
    return { running, pending: waiting + claimed };
  }

  /** Undefined: it is in nobody's way. `mayLaunch`: a pass of it may be under way, and launch a stage if it had its place. */
  #stateOf(job: AdJob, before: State | undefined, mayLaunch: boolean): State | undefined {
    const desired = desiredStateOf(job);
    if (desired === 'run') return 'running';
    const mayRun = this.#mayRun(job.metadata.uid);
    if (desired === 'wait') return mayRun || before === 'claimed' || before === 'stopping' ? 'claimed' : 'waiting';
    return mayRun || (mayLaunch && !isTerminal(job) && isHolding(before)) ? 'stopping' : undefined;
  }

  /** Give away what places there are. */
  #letIn(): ObjectKey[] {
    const keys: ObjectKey[] = [];
    while (this.#held < this.#limits.maxRunningJobs) {
      const { account, oldest } = this.#turns.first() ?? {};
      const known = oldest && this.#jobs.get(oldest.uid);
      if (account === undefined || known === undefined) break;
      this.#leave(known.job.uid);
      this.#enter({ ...known, account: this.#account(account.key), state: 'claimed' });
      keys.push(known.job.key);
    }
    return keys;
  }

  #account(key: ObjectKey): Account {
    const text = keyText(key);
    const known = this.#accounts.get(text);
    if (known !== undefined) return known;
    const counts = { waiting: 0, claimed: 0, running: 0, stopping: 0 };
    const made: Account = { key, share: this.#shareOf(key), counts, waiting: new IndexedHeap(byAge) };
    this.#accounts.set(text, made);
    return made;
  }

  #enter(known: Known): void {
    const { account, state, job } = known;
    this.#jobs.set(job.uid, known);
    account.counts[state] += 1;
    if (state === 'waiting') account.waiting.put(job.uid, job);
    else this.#held += 1;
    this.#queueUp(account);
  }

  #leave(uid: string): void {
    const known = this.#jobs.get(uid);
    if (known === undefined) return;
    const { account, state } = known;
    this.#jobs.delete(uid);
    account.counts[state] -= 1;
    if (state === 'waiting') account.waiting.remove(uid);
    else this.#held -= 1;
    this.#queueUp(account);
  }

  #queueUp(account: Account): void {
    const text = keyText(account.key);
    const { counts, share, waiting } = account;
    const held = counts.claimed + counts.running + counts.stopping;
    const oldest = waiting.first();
    if (oldest !== undefined && isWithinLimit(held, share)) this.#turns.put(text, { account, held, share, oldest });
    else this.#turns.remove(text);
    if (held + waiting.size === 0) this.#accounts.delete(text);
  }
}

/** Of whom nothing but stages has been seen. */
const nobody: ObjectKey = { namespace: '', name: '' };

function isHolding(state: State | undefined): boolean {
  return state !== undefined && state !== 'waiting';
}

function desiredStateOf(job: AdJob): 'run' | 'wait' | 'none' {
  if (isTerminal(job) || job.metadata.deletionTimestamp !== undefined) return 'none';
  if (runningStage(job.status?.stages, job.spec) !== undefined) return 'run';
  return job.spec.suspend === true || job.spec.cancel === true ? 'none' : 'wait';
}

function waitingJob({ metadata }: AdJob): Known['job'] {
  const { uid, name, namespace, creationTimestamp } = metadata;
  return { uid, name, creationTimestamp, key: { namespace, name } };
}
