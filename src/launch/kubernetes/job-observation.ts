import { exitAccessExpired, exitDone, exitPermanent } from '../../schema/stage-contract.ts';
import type { JobView, PodView, StageState } from './job-views.ts';
import type { AttemptObservation } from '../port.ts';
import type { StageWaitReason } from '../../schema/stage-wait.ts';
import { seenWait, sentence, type TimedWait, unstartable } from './seen-wait.ts';
import type { StageWarning, WarnedObject } from './stage-warnings.ts';

export interface ObservationLimits {
  /**
   * Maximum time in seconds for which a pod may be unschedulable, or a Kubernetes Job may have no pod. After that, the
   * attempt ends with the reason `unschedulable`.
   */
  unschedulableSeconds: number;
  /**
   * Maximum time in seconds that a container may fail to start, counted from the scheduling of its pod. After that, the
   * attempt ends; the controller decides whether another pod tries again.
   */
  imagePullSeconds: number;
}

export interface SeenAttempt {
  stage: string;
  attempt: number;
  job: JobView | undefined;
  pods: readonly PodView[];
  /**
   * Times at which this process first saw that the Kubernetes Job was finished, and that it had no pod. In milliseconds
   * since 1970, by the clock of this process.
   */
  sinceMs: { finished: number | undefined; podless: number | undefined };
  /** Hash of the current pod settings of the stage. Undefined: the settings of its Job are not compared. */
  podSettings?: string | undefined;
  /** Latest warning of the cluster about the Job or its pod, if it was asked for. */
  warning?: StageWarning | undefined;
}

export interface Observed {
  observation: AttemptObservation | undefined;
  /**
   * Time at which the state of the attempt changes even if no event occurs, in milliseconds since 1970. Undefined if
   * there is no such time.
   */
  changesMs: number | undefined;
  /** Object whose Events may state why the attempt waits. Undefined if the reason is known. */
  unexplained?: WarnedObject | undefined;
}

/**
 * Exit codes that only a stage itself uses. Such a code decides the outcome, even if the pod was deleted or evicted at
 * the same moment.
 */
const verdicts = new Set([exitDone, exitPermanent, exitAccessExpired]);
/**
 * Time in milliseconds to wait, after a container has ended, for the reason why its pod ended. The kubelet may report
 * this reason later than the end of the container.
 */
const settleMs = 3_000;
/**
 * Time in milliseconds to wait for the state of a pod after its Kubernetes Job has finished. Pods and Jobs have
 * separate watches, so the state of the pod may arrive later.
 */
const podLagMs = 10_000;
/**
 * Time in milliseconds by which the deletion of a pod may be late. After that, the pod counts as lost together with its
 * node.
 */
const lostMs = 30_000;

const disruptions = new Set(['Evicted', 'Preempting', 'NodeLost', 'NodeShutdown', 'Shutdown', 'Terminated']);

type Ended = Extract<AttemptObservation, { state: 'ended' }>;
type End = Pick<Ended, 'reason'> & Partial<Omit<Ended, 'stage' | 'attempt' | 'state'>>;
type Going = { state: 'waiting' } | { state: 'running'; startTime: string };
type Due = { atMs: number; end: End } | undefined;
type Found = End | { going: Going; dues: Due[]; wait?: TimedWait | undefined } | 'gone';

/**
 * Returns the state of an attempt at this moment, from its Kubernetes Job and pods. The result depends only on the
 * arguments.
 *
 * Guarantee: the attempt ends when the stage's own container ends, even if other containers run in the pod. If the
 * stage itself has set its exit code, this code decides the outcome. External actions on the pod never count as
 * failures of the stage.
 */
export function observeAttempt(seen: SeenAttempt, now: Date, limits: ObservationLimits): Observed {
  const found = find(seen, limits);
  if (found === 'gone') return { observation: undefined, changesMs: undefined };
  if ('reason' in found) return { observation: ended(seen, found, now), changesMs: undefined };
  const dues = found.dues.filter((due) => due !== undefined);
  const passed = dues.find(({ atMs }) => atMs <= now.getTime());
  if (passed !== undefined) return { observation: ended(seen, passed.end, now), changesMs: undefined };
  return going(seen, found, { now, changes: dues.map(({ atMs }) => atMs) });
}

function going(
  { stage, attempt }: SeenAttempt,
  { going: state, wait }: Exclude<Found, End | 'gone'>,
  { now, changes }: { now: Date; changes: number[] },
): Observed {
  const isShown = wait !== undefined && wait.fromMs <= now.getTime();
  const times = wait === undefined || isShown ? changes : [...changes, wait.fromMs];
  return {
    observation: { stage, attempt, ...state, ...(isShown && { wait: wait.wait }) },
    changesMs: times.length === 0 ? undefined : Math.min(...times),
    unexplained: isShown ? wait.unexplained : undefined,
  };
}

function ended({ stage, attempt }: SeenAttempt, end: End, now: Date): AttemptObservation {
  const unknown = { exitCode: null, message: '', startTime: null, endTime: now.toISOString() };
  return { stage, attempt, state: 'ended', ...unknown, ...end };
}

function find(seen: SeenAttempt, limits: ObservationLimits): Found {
  const { job, pods } = seen;
  const pod = pods.toSorted((a, b) => (a.creationTime < b.creationTime ? -1 : 1)).at(-1);
  if (pod === undefined) return withoutPod(seen, limits);
  if (job === undefined && pod.isOver) return 'gone';
  const { state } = pod;
  if (state.kind === 'terminated') return stageEnded(pod, state);
  const podEnd = endOfPod(pod);
  if (podEnd !== undefined) return podEnd;
  const dues = [lost(pod), finished(seen)];
  if (state.kind === 'running') return { going: running(state.startTime), dues };
  return waitingFor(seen, pod, [...dues, notStarted(pod, limits), unschedulable(pod, limits), expired(job)]);
}

const waiting: Going = { state: 'waiting' };

function running(startTime: string): Going {
  return { state: 'running', startTime };
}

function withoutPod(seen: SeenAttempt, limits: ObservationLimits): Found {
  const { job } = seen;
  if (job === undefined || job.isDeleted) return 'gone';
  return waitingFor(seen, undefined, [finished(seen), podless(job, seen.sinceMs.podless, limits), expired(job)]);
}

/** Returns the state of an attempt whose container has not started. `pod` is undefined if its Job has no pod. */
function waitingFor(seen: SeenAttempt, pod: PodView | undefined, dues: Due[]): Found {
  const wait = seenWait(seen.job, pod, seen.warning);
  if (isOutdated(seen, wait)) return { reason: 'settings-changed', detail: wait?.wait.message ?? '' };
  return { going: waiting, dues, wait };
}

/**
 * Reports whether an attempt cannot start for a reason that the cluster states, although other pod settings apply by
 * now. A pod that only takes its time is left alone, because a launch would delay it.
 */
function isOutdated({ job, podSettings }: SeenAttempt, wait: TimedWait | undefined): boolean {
  if (podSettings === undefined || job?.podSettings === undefined || job.podSettings === podSettings) return false;
  return wait !== undefined && !unhurried.has(wait.wait.reason);
}

const unhurried = new Set<StageWaitReason>(['Queued', 'NotStarted']);

function podless(job: JobView, sinceMs: number | undefined, { unschedulableSeconds }: ObservationLimits): Due {
  if (job.isSuspended || job.startTime === undefined) return undefined;
  return {
    atMs: Math.max(Date.parse(job.startTime), sinceMs ?? 0) + unschedulableSeconds * 1_000,
    end: { reason: 'unschedulable', detail: 'The Job could not create a pod. See the events of the Job.' },
  };
}

type Terminated = Extract<StageState, { kind: 'terminated' }>;

function stageEnded(pod: PodView, state: Terminated): Found {
  const { exitCode, message, startTime, endTime = startTime ?? pod.creationTime } = state;
  const own = { exitCode: exitCode > 128 ? null : exitCode, message, startTime, endTime };
  if (verdicts.has(exitCode)) return { reason: 'exited', ...own };
  const why = outerReason(pod, state);
  if (why !== undefined) return { ...own, ...why };
  const end: End = { reason: 'exited', ...own };
  if (pod.phase === 'Failed') return end;
  return { going: running(startTime ?? endTime), dues: [{ atMs: Date.parse(endTime) + settleMs, end }] };
}

function outerReason(pod: PodView, state: Terminated): End | undefined {
  if (state.reason === 'OOMKilled') return { reason: 'out-of-memory' };
  if (isLate(pod, state)) return { reason: 'deadline-exceeded' };
  if (state.reason === 'ContainerStatusUnknown') return { reason: 'disrupted', detail: 'The node lost the container.' };
  const detail = disruption(pod);
  return detail === undefined ? undefined : { reason: 'disrupted', detail };
}

function isLate({ reason, startTime, activeDeadlineSeconds }: PodView, { endTime }: Terminated): boolean {
  if (reason === 'DeadlineExceeded') return true;
  if (startTime === undefined || endTime === undefined || activeDeadlineSeconds === undefined) return false;
  return Date.parse(endTime) >= after(startTime, activeDeadlineSeconds);
}

function disruption({ disruption: condition, deletionTime, reason, message }: PodView): string | undefined {
  if (condition !== undefined) return sentence(condition);
  if (disruptions.has(reason)) return sentence({ reason, message });
  return deletionTime === undefined ? undefined : 'The pod was deleted.';
}

function endOfPod(pod: PodView): End | undefined {
  const { phase, reason, message } = pod;
  if (phase === 'Succeeded') return { reason: 'exited', exitCode: exitDone };
  if (phase !== 'Failed') return undefined;
  if (reason === 'DeadlineExceeded') return { reason: 'deadline-exceeded' };
  return { reason: 'disrupted', detail: disruption(pod) ?? sentence({ reason, message }) };
}

function lost({ deletionTime }: PodView): Due {
  if (deletionTime === undefined) return undefined;
  return {
    atMs: Date.parse(deletionTime) + lostMs,
    end: { reason: 'disrupted', detail: 'The node does not respond.' },
  };
}

function finished({ job, sinceMs }: SeenAttempt): Due {
  if (job?.finish === undefined) return undefined;
  const { type, reason, time } = job.finish;
  const seenMs = sinceMs.finished ?? Date.parse(time);
  return { atMs: seenMs + podLagMs, end: { ...endOfJob(type, reason), endTime: time } };
}

function endOfJob(type: string, reason: string): End {
  if (type === 'Complete') return { reason: 'exited', exitCode: exitDone };
  return reason === 'DeadlineExceeded'
    ? { reason: 'deadline-exceeded' }
    : { reason: 'disrupted', detail: 'The pod no longer exists.' };
}

function notStarted({ trouble, scheduledTime, creationTime }: PodView, { imagePullSeconds }: ObservationLimits): Due {
  if (trouble === undefined) return undefined;
  const reason = unstartable.has(trouble.reason) ? 'unstartable' : 'image-pull-failed';
  return {
    atMs: after(scheduledTime ?? creationTime, imagePullSeconds),
    end: { reason, detail: sentence(trouble) },
  };
}

function unschedulable({ unschedulable: condition }: PodView, { unschedulableSeconds }: ObservationLimits): Due {
  if (condition === undefined) return undefined;
  return {
    atMs: after(condition.since, unschedulableSeconds),
    end: { reason: 'unschedulable', detail: condition.message },
  };
}

function expired(job: JobView | undefined): Due {
  if (job?.accessExpires === undefined) return undefined;
  return { atMs: Date.parse(job.accessExpires), end: { reason: 'access-expired' } };
}

function after(time: string, seconds: number): number {
  return Date.parse(time) + seconds * 1_000;
}
