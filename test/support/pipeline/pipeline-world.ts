import { decide } from '../../../src/controllers/pipeline/decide.ts';
import { judgeEnds, type SeenResult } from '../../../src/controllers/pipeline/attempt-end.ts';
import type { Decision, LaunchOrder } from '../../../src/controllers/pipeline/decision.ts';
import type { DecisionInput, SeenRetirement } from '../../../src/controllers/pipeline/decision-input.ts';
import { effects } from './job-situation.ts';
import { isAmong, type AttemptNumber, type AttemptObservation } from '../../../src/launch/port.ts';
import type { LedgerPosition } from '../../../src/domain/ledger-position.ts';
import { writeRetirement } from '../../../src/domain/retirement.ts';
import type { AdJob, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { Issue } from '../../../src/schema/issue.ts';
import { buildJob, jobName } from './build-job.ts';

const rules = { publicBase: 'https://ads.example', imagePullSeconds: 1_500 };
const identity = (stage: string, attempt: number): string => `${stage}-${attempt}`;
const ofAttempt = (observed: AttemptObservation): string => identity(observed.stage, observed.attempt);

export type End = 'done' | 'crashed' | 'refused' | 'disrupted' | 'access-expired' | 'too-slow' | 'garbage';

/** Point at which a kill of the process interrupts a pass. */
export type Cut = 'after-launch' | 'after-write' | 'not';

/**
 * A model of one job with its stages and files, without a store or a process. It applies the decisions of the pipeline
 * controller at once and records every violated invariant in `wrongs`.
 */
export class PipelineWorld {
  job: AdJob = buildJob();
  now = new Date('2026-11-01T12:00:00Z');
  hasRoom = true;
  /** Problems that every pass finds in the spec. */
  problems: Issue[] = [];
  isGone = false;
  attempts = new Map<string, AttemptObservation>();
  readonly wrongs: string[] = [];
  hold: 'none' | 'held' | 'settle' | 'release' = 'none';
  #isRetired = false;
  /** The controller has to close the hold. This field and the next one are lost in a kill. */
  #isToClose = false;
  #retirement: SeenRetirement | undefined;
  readonly #results = new Map<string, SeenResult>();
  readonly #inputs = new Map<string, string>();

  get alive(): AttemptObservation[] {
    return [...this.attempts.values()].filter(({ state }) => state !== 'ended');
  }

  get isTerminal(): boolean {
    return this.job.status?.phase === 'SUCCESS' || this.job.status?.phase === 'FAILED';
  }

  /** Runs the steps gather, decide and apply once. Returns whether the pass changed anything. */
  pass(cut: Cut = 'not'): boolean {
    if (this.isGone) return false;
    if (this.hold === 'none') this.hold = 'held';
    const decision = this.decide();
    this.#launchAll(decision);
    if (cut === 'after-launch') return this.#restart();
    this.#isToClose ||= decision.money.close !== undefined;
    const written = this.#write(decision.status);
    if (cut === 'after-write') return this.#restart();
    this.#afterwards(decision);
    const reports = decision.events.length + decision.metrics.length;
    return written || reports > 0 || Object.keys(effects(decision)).length > 0;
  }

  decide(): Decision {
    return decide(this.see(), this.now, rules);
  }

  see(): DecisionInput {
    const running = this.job.status?.stages?.find(({ state }) => state === 'Running');
    const id = running && identity(running.name, running.attempt);
    const observed = id === undefined ? undefined : this.attempts.get(id);
    const isOver = observed === undefined || observed.state === 'ended';
    const result = id !== undefined && isOver ? this.#results.get(id) : undefined;
    return {
      job: this.job,
      jobId: jobName,
      admission: { kind: 'admitted', credits: 5, isCancelled: false },
      problems: this.problems,
      parties: { accountExists: true, keyExists: true, isKeyOwn: true },
      ...judgeEnds(
        [...this.attempts.values()],
        running && { stage: running.name, attempt: running.attempt },
        result ?? { kind: 'none' },
      ),
      mayStart: this.hasRoom,
      redraw: undefined,
      requiresReadableBrand: false,
      modelCalls: undefined,
      isHoldOpen: this.#isToClose,
      retirement: this.#retirement,
    };
  }

  end(attempt: AttemptObservation, how: End): void {
    const { stage, attempt: number } = attempt;
    if (how === 'done') this.leaveResult(attempt);
    if (how === 'garbage') this.#results.set(ofAttempt(attempt), { kind: 'garbage', why: 'it could not be read' });
    const exitCodes: Record<End, number | null> = {
      done: 0,
      garbage: 0,
      crashed: 1,
      refused: 64,
      'access-expired': 65,
      disrupted: null,
      'too-slow': null,
    };
    this.attempts.set(ofAttempt(attempt), {
      stage,
      attempt: number,
      state: 'ended',
      reason: how === 'disrupted' ? 'disrupted' : how === 'too-slow' ? 'deadline-exceeded' : 'exited',
      exitCode: exitCodes[how],
      message: how === 'refused' ? '{"code":"quality_gate","sentence":"It does not fit."}' : '',
      startTime: this.now.toISOString(),
      endTime: this.now.toISOString(),
    });
  }

  leaveResult({ stage, attempt }: { stage: string; attempt: number }): void {
    const response = stage === 'image' ? { images: [] } : undefined;
    const result = { stage, attempt, summary: 'Done.', files: [], ...(response && { response }) };
    const ref = `jobs/${jobName}/${identity(stage, attempt)}/result.json`;
    this.#results.set(identity(stage, attempt), { kind: 'whole', ref, result });
  }

  /** Removes all attempts, as when the service and its child processes are killed. */
  loseAttempts(): void {
    this.attempts.clear();
  }

  delete(): void {
    const { metadata } = this.job;
    this.job = { ...this.job, metadata: { deletionTimestamp: '2026-11-01T12:00:00Z', ...metadata } };
  }

  edit(spec: Partial<AdJob['spec']>): void {
    this.job = { ...this.job, spec: { ...this.job.spec, ...spec } };
  }

  #launchAll({ launches, status }: Decision): void {
    for (const order of launches) this.#launch(order, status);
  }

  /**
   * Does the work of the audit, which compares the ledger with the AdJobs: reports a finished job whose hold
   * (reservation of credits) is open.
   */
  audit(): void {
    if (this.isTerminal && this.hold === 'held') this.#isToClose = true;
  }

  #restart(): true {
    this.#isToClose = false;
    this.#retirement = undefined;
    return true;
  }

  #launch({ stage, attempt, earlier }: LaunchOrder, status: AdJobStatus): void {
    const id = identity(stage, attempt);
    const input = JSON.stringify([earlier, (status.stages ?? []).map(({ resultRef }) => resultRef)]);
    const before = this.#inputs.get(id);
    if (before !== undefined && before !== input) this.wrongs.push(`${id} was launched with two inputs`);
    if (this.isTerminal) this.wrongs.push(`${id} was launched after the end`);
    this.#inputs.set(id, input);
    if (this.#results.get(id)?.kind === 'whole' || this.attempts.has(id)) return;
    this.attempts.set(id, { stage, attempt, state: 'running', startTime: this.now.toISOString() });
  }

  #write(status: AdJobStatus): boolean {
    const changed = JSON.stringify(status) !== JSON.stringify(this.job.status ?? {});
    if (changed && this.isTerminal) this.wrongs.push('a terminal status was changed');
    if (changed && this.job.metadata.deletionTimestamp) this.wrongs.push('the status of a deleted job was changed');
    if (changed) this.job = { ...this.job, status };
    return changed;
  }

  #afterwards({ stops, money, patch, finalizer }: Decision): void {
    if (stops !== undefined) this.#stop(stops.only);
    if (money.close !== undefined) this.#close(money.close);
    if (patch !== undefined && 'retiredAt' in patch) this.#annotate(patch.retiredAt);
    if (money.retire === true) this.#retire();
    if (finalizer === 'remove') {
      if (!this.#isRetired) this.wrongs.push('the AdJob was removed before its charge was retired');
      if (this.alive.length > 0) this.wrongs.push('the AdJob was removed before its attempts ended');
      this.isGone = true;
    }
  }

  #close(as: 'settle' | 'release'): void {
    if (this.hold !== 'held' && this.hold !== as) this.wrongs.push(`a hold was closed twice: ${this.hold}, then ${as}`);
    if (as === 'settle' && this.job.status?.phase !== 'SUCCESS')
      this.wrongs.push('a job that did not succeed was charged');
    this.hold = as;
    this.#isToClose = false;
  }

  #retire(): void {
    if (this.hold === 'held') this.wrongs.push('an open hold was retired');
    this.#isRetired = true;
    this.#retirement = { at: { epoch: 'epoch-1', sequence: 1 }, isCopied: true, isConfirmed: false };
  }

  #annotate(at: LedgerPosition): void {
    const annotations = { 'adwright.dev/retired-at': writeRetirement(at) };
    this.job = { ...this.job, metadata: { ...this.job.metadata, annotations } };
  }

  #stop(only: readonly AttemptNumber[] | undefined): void {
    for (const [id, observed] of this.attempts) {
      if (!isAmong(observed, only)) continue;
      if (observed.state === 'ended') this.attempts.delete(id);
      else this.end(observed, 'crashed');
    }
  }
}
