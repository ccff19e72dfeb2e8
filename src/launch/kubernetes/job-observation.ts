import { exitAccessExpired, exitDone, exitPermanent } from '../../stages/contract.ts';
import type { JobView, PodView, StageState, StartProblem } from './job-views.ts';
import type { AttemptObservation } from '../port.ts';

export interface ObservationLimits {
  /** How long a pod may find no node, or a Job make no pod. */
  unschedulableSeconds: number;
  /** How long a container may not start, counted from when its pod has a node. */
  imagePullSeconds: number;
}

/** An attempt as the cluster shows it. */
export interface SeenAttempt {
  stage: string;
  attempt: number;
  job: JobView | undefined;
  pods: readonly PodView[];
  /** When it came to be seen so, by the clock of this process, milliseconds since 1970. */
  sinceMs: { finished: number | undefined; podless: number | undefined };
}

export interface Observed {
  /** Undefined: nothing of the attempt is left. */
  observation: AttemptObservation | undefined;
  /** When that changes by time alone, milliseconds since 1970; undefined: never. */
  changesMs: number | undefined;
}

/** Codes that only the stage itself ends with: whatever befell its pod, it has said its word. */
const verdicts = new Set([exitDone, exitPermanent, exitAccessExpired]);
/** The kubelet may say that a container has ended before it says why it ended the pod. */
const settleMs = 3_000;
/** Pods and Jobs come by two watches: what a Job says of a pod that is not seen to have ended is not taken at once. */
const podLagMs = 10_000;
/** A pod that should be gone for so long is on a node that is gone too. */
const lostMs = 30_000;

const disruptions = new Set(['Evicted', 'Preempting', 'NodeLost', 'NodeShutdown', 'Shutdown', 'Terminated']);
/** Of a container whose image is there. */
const unstartable = new Set(['CreateContainerConfigError', 'CreateContainerError']);

type Ended = Extract<AttemptObservation, { state: 'ended' }>;
type End = Pick<Ended, 'reason'> & Partial<Omit<Ended, 'stage' | 'attempt' | 'state'>>;
type Going = { state: 'waiting' } | { state: 'running'; startTime: string };
/** An end that comes unless something else is seen before. */
type Due = { atMs: number; end: End } | undefined;
type Found = End | { going: Going; dues: Due[] } | 'gone';

/**
 * What the Job and the pods of an attempt mean at this moment. Pure.
 *
 * Guarantee: the end of the stage's own container is the attempt's end, whatever else goes on in the pod; the stage's own
 * verdict counts whatever befell the pod; and what was done to the pod from outside is never charged to the stage.
 */
export function observeAttempt(seen: SeenAttempt, now: Date, limits: ObservationLimits): Observed {
  const found = find(seen, limits);
  if (found === 'gone') return { observation: undefined, changesMs: undefined };
  if ('reason' in found) return { observation: ended(seen, found, now), changesMs: undefined };
  const dues = found.dues.filter((due) => due !== undefined);
  const passed = dues.find(({ atMs }) => atMs <= now.getTime());
  if (passed !== undefined) return { observation: ended(seen, passed.end, now), changesMs: undefined };
  const { stage, attempt } = seen;
  const changesMs = dues.length === 0 ? undefined : Math.min(...dues.map(({ atMs }) => atMs));
  return { observation: { stage, attempt, ...found.going }, changesMs };
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
  return { going: waiting, dues: [...dues, notStarted(pod, limits), unschedulable(pod, limits), expired(job)] };
}

const waiting: Going = { state: 'waiting' };

function running(startTime: string): Going {
  return { state: 'running', startTime };
}

/** Its controller has not made one yet, or it is gone again. */
function withoutPod(seen: SeenAttempt, limits: ObservationLimits): Found {
  const { job } = seen;
  if (job === undefined || job.isDeleted) return 'gone';
  return { going: waiting, dues: [finished(seen), podless(job, seen.sinceMs.podless, limits), expired(job)] };
}

/** A pod that was there and is gone again has made use of some of the time since its Job was taken up. */
function podless(job: JobView, sinceMs: number | undefined, { unschedulableSeconds }: ObservationLimits): Due {
  if (job.isSuspended || job.startTime === undefined) return undefined;
  return {
    atMs: Math.max(Date.parse(job.startTime), sinceMs ?? 0) + unschedulableSeconds * 1_000,
    end: { reason: 'unschedulable', detail: 'Its Job could not make a pod; see the events of the Job.' },
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

/** Why a stage ended that did not end itself; undefined where nothing else is known to have ended it. */
function outerReason(pod: PodView, state: Terminated): End | undefined {
  if (state.reason === 'OOMKilled') return { reason: 'out-of-memory' };
  if (isLate(pod, state)) return { reason: 'deadline-exceeded' };
  if (state.reason === 'ContainerStatusUnknown') return { reason: 'disrupted', detail: 'The node lost it.' };
  const detail = disruption(pod);
  return detail === undefined ? undefined : { reason: 'disrupted', detail };
}

/** By the kubelet's own reckoning, or its word. */
function isLate({ reason, startTime, activeDeadlineSeconds }: PodView, { endTime }: Terminated): boolean {
  if (reason === 'DeadlineExceeded') return true;
  if (startTime === undefined || endTime === undefined || activeDeadlineSeconds === undefined) return false;
  return Date.parse(endTime) >= after(startTime, activeDeadlineSeconds);
}

/** Why somebody ended the pod who is not the stage; undefined where nobody has. */
function disruption({ disruption: told, deletionTime, reason, message }: PodView): string | undefined {
  if (told !== undefined) return sentence(told);
  if (disruptions.has(reason)) return sentence({ reason, message });
  return deletionTime === undefined ? undefined : 'The pod was deleted.';
}

/** The pod has ended, and the stage's container is not known to have: it may never have started. */
function endOfPod(pod: PodView): End | undefined {
  const { phase, reason, message } = pod;
  if (phase === 'Succeeded') return { reason: 'exited', exitCode: exitDone };
  if (phase !== 'Failed') return undefined;
  if (reason === 'DeadlineExceeded') return { reason: 'deadline-exceeded' };
  return { reason: 'disrupted', detail: disruption(pod) ?? sentence({ reason, message }) };
}

function lost({ deletionTime }: PodView): Due {
  if (deletionTime === undefined) return undefined;
  return { atMs: Date.parse(deletionTime) + lostMs, end: { reason: 'disrupted', detail: 'The node does not answer.' } };
}

/** What a finished Job says, where its pod is not there to say it. */
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
    : { reason: 'disrupted', detail: 'The pod is gone.' };
}

function notStarted({ trouble, scheduledTime, creationTime }: PodView, { imagePullSeconds }: ObservationLimits): Due {
  if (trouble === undefined) return undefined;
  const reason = unstartable.has(trouble.reason) ? 'unstartable' : 'image-pull-failed';
  return {
    atMs: after(scheduledTime ?? creationTime, imagePullSeconds),
    end: { reason, detail: sentence(trouble) },
  };
}

function unschedulable({ unschedulable: told }: PodView, { unschedulableSeconds }: ObservationLimits): Due {
  if (told === undefined) return undefined;
  return { atMs: after(told.since, unschedulableSeconds), end: { reason: 'unschedulable', detail: told.message } };
}

function expired(job: JobView | undefined): Due {
  if (job?.accessExpires === undefined) return undefined;
  return { atMs: Date.parse(job.accessExpires), end: { reason: 'access-expired' } };
}

function sentence({ reason, message }: StartProblem): string {
  return message === '' ? reason : `${reason}: ${message}`;
}

function after(time: string, seconds: number): number {
  return Date.parse(time) + seconds * 1_000;
}
