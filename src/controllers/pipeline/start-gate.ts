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
import { openRedraw } from '../../domain/redraw.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { IndexedHeap } from '../../runtime/indexed-heap.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { ModelPlaces, noModels, type ModelNeeds } from './model-places.ts';
import { runningStage } from './stage-list.ts';
import type { HoldAnswer } from './start-hold.ts';

interface StartLimits {
  /** Maximum number of jobs of the whole installation that run at the same time. With 0, no job starts. */
  maxRunningJobs: number;
}

/**
 * State of a job. `blocked`: the job waits for a model of its next stage. `claimed`: the job may start, but the cache does not show yet that the job runs. `stopping`: the job
 * must not run any more, but one of its stages may still be running. `redrawing`: the job is finished and its redraw may
 * start or is running.
 */
type State = 'waiting' | 'blocked' | 'claimed' | 'running' | 'stopping' | 'redrawing';

interface Known {
  account: Account;
  state: State;
  job: GatedJob;
}

export interface GatedJob extends WaitingJob {
  key: ObjectKey;
  type: string;
  /** True if a stage of the job was launched before. */
  hasStarted: boolean;
  needs: ModelNeeds;
}

/** Conditions, apart from a free slot, under which jobs may start. */
export interface GateHold {
  /** Returns the models of the running stage of a job, or of its next stage. Default: no stage uses a model. */
  needsOf?: (job: AdJob) => ModelNeeds;
  /** Tells whether a job that has not started may start. See `StartHold`. */
  ask(job: GatedJob, account: ObjectKey): HoldAnswer;
  probed(job: GatedJob, account: ObjectKey): void;
}

const noHold: GateHold = { ask: () => 'free', probed: () => undefined };

interface Account {
  key: ObjectKey;
  share: AccountShare;
  counts: Record<State, number>;
  waiting: IndexedHeap<WaitingJob>;
}

export interface JobCounts {
  running: number;
  pending: number;
}

/**
 * Assigns slots (places for running jobs) while many jobs are reconciled in parallel. The cost of a decision is
 * logarithmic in the number of waiting jobs.
 *
 * Guarantee: the number of jobs with a running stage, redraws included, exceeds neither the `maxRunningJobs` of the installation nor that
 * of any account. The number includes jobs whose start the cache does not show yet, and jobs that are being stopped: a
 * slot is occupied until the stage has ended. A job waits only while all slots are occupied, its account is at its limit,
 * or a model of its next stage is in use by as many stages as it may be. A job that waits for a model has no slot, and
 * lets other jobs pass that do not need the model; once the model is free, the job has the turn that its age gives it.
 * Models in use are known only in memory: after a restart, each stage that runs counts when its job is observed.
 *
 * While the hold keeps the oldest waiting job of an account from starting, no job of the account starts, so that the
 * order of its jobs stays.
 *
 * A suspended job frees its slot, and waits for a new slot when the job is resumed. A redraw does not queue: it gets only
 * a slot that no waiting job can use, and asks again later.
 */
export class StartGate {
  readonly #limits: StartLimits;
  readonly #shareOf: (account: ObjectKey) => AccountShare;
  readonly #mayRun: (uid: string) => boolean;
  readonly #jobs = new Map<string, Known>();
  readonly #accounts = new Map<string, Account>();
  readonly #hold: GateHold;
  /** Accounts, by namespace and name, whose oldest waiting job is held. */
  readonly #heldBack = new Set<string>();
  readonly #places = new ModelPlaces();
  /** Jobs that may start and that no caller knows of yet. */
  readonly #woken: ObjectKey[] = [];
  readonly #turns = new IndexedHeap<Contender & { account: Account }>(byTurn);
  #held = 0;

  constructor(
    limits: StartLimits,
    shareOf: (account: ObjectKey) => AccountShare = () => defaultShare,
    mayRun: (uid: string) => boolean = () => false,
    hold: GateHold = noHold,
  ) {
    this.#limits = limits;
    this.#shareOf = shareOf;
    this.#mayRun = mayRun;
    this.#hold = hold;
  }

  /**
   * Updates the state of a job from the cache. The caller reports every change of the job or one of its stages. Returns
   * the jobs that may start because this job has freed its slot (place for one running job).
   */
  observe(job: AdJob): ObjectKey[] {
    return this.#update(job, true);
  }

  /**
   * Does the same as `observe`, for a job that no reconcile is handling. No stage of such a job can be launched now, so
   * a job that must not run and has no running stage frees its slot.
   */
  observeIdle(job: AdJob): ObjectKey[] {
    return this.#update(job, false);
  }

  #update(job: AdJob, mayLaunch: boolean): ObjectKey[] {
    const before = this.#jobs.get(job.metadata.uid);
    const state = this.#stateOf(job, before?.state, mayLaunch);
    const needs = this.#needsOf(job, state, before);
    const woken = this.#woken.splice(0);
    const isSame = before?.state === state && before?.job.needs.stage === needs.stage;
    return isSame ? woken : [...woken, ...this.#replace(job, before, { state, needs })];
  }

  #replace(
    job: AdJob,
    before: Known | undefined,
    { state, needs }: { state: State | undefined; needs: ModelNeeds },
  ): ObjectKey[] {
    const isModelFree = this.#leave(job.metadata.uid, needs);
    if (before?.state === 'waiting') this.#unblockNext(before);
    if (state !== undefined)
      this.#enter({ account: this.#account(accountOf(job)), state, job: waitingJob(job, needs) });
    return isModelFree || freesSlot(before?.state, state) ? this.#assign() : [];
  }

  /** Returns the models that a job uses or needs. A stage that is being stopped still uses its models. */
  #needsOf(job: AdJob, state: State | undefined, before: Known | undefined): ModelNeeds {
    if (state === 'stopping' || state === 'redrawing') return before?.job.needs ?? noModels;
    return state === undefined ? noModels : (this.#hold.needsOf?.(job) ?? noModels);
  }

  /**
   * Updates the state of a job that is not in the cache but may have running stages. Returns the jobs that may start
   * because this job has freed its slot (place for one running job).
   */
  observeStages(key: ObjectKey, uid: string): ObjectKey[] {
    const before = this.#jobs.get(uid);
    this.#leave(uid);
    if (!this.#mayRun(uid)) return isHolding(before?.state) ? this.#assign() : [];
    const account = this.#account(before?.account.key ?? unknownAccount);
    this.#enter({ account, state: 'stopping', job: { ...unseen, ...needsIn(before), uid, name: key.name, key } });
    return [];
  }

  reconsider(account: ObjectKey): ObjectKey[] {
    const known = this.#accounts.get(keyText(account));
    if (known === undefined) return [];
    known.share = this.#shareOf(account);
    this.#updateTurn(known);
    return this.#assign();
  }

  /** Asks the hold again about the accounts that it keeps from starting jobs. Returns the jobs that may start now. */
  reconsiderHeld(): ObjectKey[] {
    if (this.#heldBack.size === 0) return [];
    for (const text of this.#heldBack) {
      const account = this.#accounts.get(text);
      if (account !== undefined) this.#updateTurn(account);
    }
    this.#heldBack.clear();
    return this.#assign();
  }

  /**
   * Reports whether this job has a slot (place for one running job). If the job is waiting, first assigns the free
   * slots. Call `observe` for the job before this method.
   */
  mayStart(uid: string): boolean {
    // Other waiting jobs may get a slot by this call, too. The caller need not enqueue them: they have changed since
    // the last assignment, so they are reconciled soon anyway.
    if (this.#jobs.get(uid)?.state === 'waiting') this.#assign();
    const state = this.#jobs.get(uid)?.state;
    return state === 'claimed' || state === 'running';
  }

  /**
   * Reports whether a job that has a slot may use the models of its next stage, and if so counts it as their user. It may
   * not if other jobs wait for one of them: it then has to wait for its turn, without its slot.
   */
  mayUse(uid: string, needs: ModelNeeds): boolean {
    const known = this.#jobs.get(uid);
    if (known === undefined || this.#places.uses(uid, needs)) return true;
    if (this.#places.isWanted(needs) || this.#places.full(uid, needs) !== undefined) {
      this.#giveBack(known, needs);
      return false;
    }
    this.#places.hold(uid, needs);
    // The cache still shows the stage before. Until it shows the next one, the job counts for the models of both.
    const { stage, models } = known.job.needs;
    const both = { stage, models: [...models, ...needs.models] };
    this.#jobs.set(uid, { ...known, job: { ...known.job, needs: both } });
    return true;
  }

  /** Takes the slot of a job that may start, but must wait for a model. */
  #giveBack({ state, account, job }: Known, needs: ModelNeeds): void {
    if (state !== 'claimed') return;
    this.#leave(job.uid);
    this.#enter({ account: this.#account(account.key), state: 'waiting', job: { ...job, needs } });
    this.#woken.push(...this.#assign());
  }

  /**
   * Reports whether the redraw of a finished job has a slot. If not, first assigns free slots to waiting jobs, then one
   * that is left to the redraw. Call `observe` for the job before this method.
   */
  mayRedraw(job: AdJob): boolean {
    const { uid } = job.metadata;
    if (isHolding(this.#jobs.get(uid)?.state)) return true;
    this.#assign();
    const account = this.#account(accountOf(job));
    const isFree = this.#held < this.#limits.maxRunningJobs && isWithinLimit(heldBy(account), account.share);
    if (isFree) this.#enter({ account, state: 'redrawing', job: waitingJob(job, noModels) });
    else this.#updateTurn(account);
    return isFree;
  }

  counts(account: ObjectKey): JobCounts {
    const { running = 0, waiting = 0, blocked = 0, claimed = 0 } = this.#accounts.get(keyText(account))?.counts ?? {};
    return { running, pending: waiting + blocked + claimed };
  }

  #stateOf(job: AdJob, before: State | undefined, mayLaunch: boolean): State | undefined {
    const desired = desiredStateOf(job);
    if (desired === 'run') return 'running';
    const mayRun = this.#mayRun(job.metadata.uid);
    if (desired === 'wait') return mayRun || before === 'stopping' ? 'claimed' : waitingState(before);
    return mayRun || keepsSlot(job, before, mayLaunch) ? (before === 'redrawing' ? before : 'stopping') : undefined;
  }

  #assign(): ObjectKey[] {
    const keys: ObjectKey[] = [];
    while (this.#held < this.#limits.maxRunningJobs) {
      const { account, oldest } = this.#turns.first() ?? {};
      const known = oldest && this.#jobs.get(oldest.uid);
      if (account === undefined || known === undefined) break;
      if (!this.#mayBegin(known.job, account)) continue;
      const { uid, needs, key } = known.job;
      const full = this.#places.full(uid, needs);
      this.#leave(uid);
      this.#enter({ ...known, account: this.#account(account.key), state: full === undefined ? 'claimed' : 'blocked' });
      if (full !== undefined) continue;
      this.#places.hold(uid, needs);
      this.#unblockNext(known);
      keys.push(key);
    }
    return keys;
  }

  /** Lets the next job of an account that waits for the same models as this one try to start. */
  #unblockNext({ account, job }: Known): void {
    for (const uid of this.#places.nextOf(keyText(account.key), job.needs)) this.#unblock(uid);
  }

  #unblock(uid: string): void {
    const known = this.#jobs.get(uid);
    if (known?.state !== 'blocked') return;
    this.#leave(uid);
    this.#enter({ ...known, account: this.#account(known.account.key), state: 'waiting' });
  }

  /** Asks the hold about the next job to start. If the job is held, its account waits until the hold is asked again. */
  #mayBegin(job: GatedJob, { key }: Account): boolean {
    const answer = job.hasStarted ? 'free' : this.#hold.ask(job, key);
    if (answer === 'probe') this.#hold.probed(job, key);
    if (answer !== 'held') return true;
    this.#turns.remove(keyText(key));
    this.#heldBack.add(keyText(key));
    return false;
  }

  #account(key: ObjectKey): Account {
    const text = keyText(key);
    const known = this.#accounts.get(text);
    if (known !== undefined) return known;
    const counts = { waiting: 0, blocked: 0, claimed: 0, running: 0, stopping: 0, redrawing: 0 };
    const made: Account = { key, share: this.#shareOf(key), counts, waiting: new IndexedHeap(byAge) };
    this.#accounts.set(text, made);
    return made;
  }

  #enter(known: Known): void {
    const { account, state, job } = known;
    this.#jobs.set(job.uid, known);
    account.counts[state] += 1;
    if (isHolding(state)) this.#held += 1;
    else this.#places.want(job.needs, 1);
    if (state === 'waiting') account.waiting.put(job.uid, job);
    if (state === 'blocked') this.#places.block(keyText(account.key), job);
    if (state === 'running') this.#places.hold(job.uid, job.needs);
    this.#updateTurn(account);
  }

  /** Removes a job, which keeps using some models. Reports whether a job can try to start that has waited for another. */
  #leave(uid: string, kept: ModelNeeds = noModels): boolean {
    const known = this.#jobs.get(uid);
    if (known === undefined) return false;
    const { account, state, job } = known;
    this.#jobs.delete(uid);
    account.counts[state] -= 1;
    if (isHolding(state)) this.#held -= 1;
    else this.#places.want(job.needs, -1);
    if (state === 'waiting') account.waiting.remove(uid);
    if (state === 'blocked') this.#places.unblock(keyText(account.key), job);
    this.#updateTurn(account);
    const unused = job.needs.models.filter(({ name }) => !kept.models.some((model) => model.name === name));
    const freed = isHolding(state) ? this.#places.release(uid, unused) : [];
    for (const each of freed) this.#unblock(each);
    return freed.length > 0;
  }

  #updateTurn(account: Account): void {
    const text = keyText(account.key);
    const { share, waiting, counts } = account;
    const held = heldBy(account);
    const oldest = waiting.first();
    if (oldest !== undefined && isWithinLimit(held, share)) this.#turns.put(text, { account, held, share, oldest });
    else this.#turns.remove(text);
    if (held + waiting.size + counts.blocked === 0) this.#accounts.delete(text);
  }
}

/** Fields of a job that is not in the cache. */
const unseen = { creationTimestamp: '', type: '', hasStarted: true };
const needsIn = (known: Known | undefined): { needs: ModelNeeds } => ({ needs: known?.job.needs ?? noModels });

/**
 * Key that is used as the account of a job if only running stages of the job were observed, so that its account is
 * unknown.
 */
const unknownAccount: ObjectKey = { namespace: '', name: '' };

function heldBy({ counts }: Account): number {
  return counts.claimed + counts.running + counts.stopping + counts.redrawing;
}

/** Reports whether a job that must not run keeps its slot although no stage is known to run. */
function keepsSlot(job: AdJob, before: State | undefined, mayLaunch: boolean): boolean {
  if (before === 'redrawing') return mayLaunch || isRedrawOpen(job);
  return mayLaunch && !isTerminal(job) && isHolding(before);
}

function isRedrawOpen(job: AdJob): boolean {
  return openRedraw(job) !== undefined && job.metadata.deletionTimestamp === undefined;
}

function isHolding(state: State | undefined): boolean {
  return state !== undefined && state !== 'waiting' && state !== 'blocked';
}

const freesSlot = (before: State | undefined, state: State | undefined): boolean =>
  isHolding(before) && !isHolding(state);

/** Returns the state of a job that is ready for its next stage. */
function waitingState(before: State | undefined): State {
  return before === 'claimed' || before === 'blocked' ? before : 'waiting';
}

function desiredStateOf(job: AdJob): 'run' | 'wait' | 'none' {
  if (isTerminal(job) || job.metadata.deletionTimestamp !== undefined) return 'none';
  if (runningStage(job.status?.stages, job.spec) !== undefined) return 'run';
  return job.spec.suspend === true || job.spec.cancel === true ? 'none' : 'wait';
}

function waitingJob({ metadata, spec, status }: AdJob, needs: ModelNeeds): GatedJob {
  const { uid, name, namespace, creationTimestamp } = metadata;
  const hasStarted = status?.startTime !== undefined;
  return { uid, name, creationTimestamp, key: { namespace, name }, type: spec.type, hasStarted, needs };
}
