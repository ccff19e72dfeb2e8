import type { AttemptNumber, AttemptObservation } from '../../../src/launch/port.ts';
import { judgeEnds, type SeenResult } from '../../../src/controllers/pipeline/attempt-end.ts';
import { decide } from '../../../src/controllers/pipeline/decide.ts';
import type { Decision } from '../../../src/controllers/pipeline/decision.ts';
import type { Parties, DecisionInput } from '../../../src/controllers/pipeline/decision-input.ts';
import type { AdJobSpec, AdJobStatus, StageStatus } from '../../../src/schema/adjob.ts';
import type { ObjectMeta } from '../../../src/objects/stored-object.ts';
import { buildJob, jobName } from './build-job.ts';

const rules = { publicBase: 'https://ads.example', imagePullSeconds: 1_500 };
export const at = (time: string): Date => new Date(`2026-11-01T${time}Z`);
const noon = at('12:00:05');

export const admitted = {
  type: 'Admitted',
  status: 'True',
  reason: 'Admitted',
  message: 'The job may run.',
  lastTransitionTime: '2026-11-01T12:00:01Z',
  observedGeneration: 1,
} as const;

export const reconciling = {
  ...admitted,
  type: 'Reconciling',
  reason: 'Unfinished',
  message: 'The job has not ended.',
} as const;

export const stage = (name: string, state: StageStatus['state'], more: Partial<StageStatus> = {}): StageStatus => ({
  name,
  state,
  attempt: state === 'Pending' || state === 'Skipped' ? 0 : 1,
  optional: name !== 'image',
  ...more,
});

export const refOf = (name: string, attempt: number): string => `jobs/${jobName}/${name}-${attempt}-secret/result.json`;
export const succeeded = (name: string): StageStatus => stage(name, 'Succeeded', { resultRef: refOf(name, 1) });

/** Returns the status of a running job with the given status of each stage. */
export function running(onboarding: StageStatus, concept: StageStatus, image: StageStatus): AdJobStatus {
  return {
    phase: 'PROCESSING',
    jobId: jobName,
    credits: { required: 5 },
    conditions: [admitted],
    stages: [onboarding, concept, image],
    startTime: '2026-11-01T12:00:01Z',
  };
}

export const onOnboarding = (more: Partial<StageStatus> = {}): AdJobStatus =>
  running(stage('onboarding', 'Running', more), stage('concept', 'Pending'), stage('image', 'Pending'));
export const onConcept = (): AdJobStatus =>
  running(succeeded('onboarding'), stage('concept', 'Running'), stage('image', 'Pending'));
export const onImage = (more: Partial<StageStatus> = {}): AdJobStatus =>
  running(succeeded('onboarding'), succeeded('concept'), stage('image', 'Running', more));

type Ended = Extract<AttemptObservation, { state: 'ended' }>;

export function ended(name: string, attempt: number, how: Partial<Ended> = {}): AttemptObservation {
  return {
    stage: name,
    attempt,
    state: 'ended',
    reason: 'exited',
    exitCode: 0,
    message: '',
    startTime: '2026-11-01T12:00:01.000Z',
    endTime: '2026-11-01T12:00:03.500Z',
    ...how,
  };
}
export const crashed = (name: string, attempt: number): AttemptObservation => ended(name, attempt, { exitCode: 1 });
export const alive = (name: string, attempt: number): AttemptObservation => ({
  stage: name,
  attempt,
  state: 'running',
  startTime: '2026-11-01T12:00:01Z',
});
export const refused = (name: string, message: unknown): AttemptObservation =>
  ended(name, 1, { exitCode: 64, message: JSON.stringify(message) });

const picture = { name: 'ad-1.png', sha256: 'f00', bytes: 9, contentType: 'image/png' };

export function whole(name: string, attempt = 1, response?: Record<string, unknown>): SeenResult {
  const result = { stage: name, attempt, summary: `${name} is done.`, files: [picture], ...(response && { response }) };
  return { kind: 'whole', ref: refOf(name, attempt), result };
}

export interface JobSituation
  extends Partial<Omit<DecisionInput, 'job' | 'attempts' | 'missing' | 'parties'>>, Partial<Parties> {
  spec?: AdJobSpec;
  status?: AdJobStatus;
  metadata?: Partial<ObjectMeta>;
  attempts?: readonly AttemptObservation[];
  /** The attempt that should run. Default: the one that is running according to the job status. */
  current?: AttemptNumber;
  /** Result of that attempt. */
  result?: SeenResult;
  now?: Date;
}

/** Returns what the controller sees in a situation. */
export function see({
  attempts = [],
  current,
  result = { kind: 'none' },
  ...situation
}: Omit<JobSituation, 'now'>): DecisionInput {
  const { spec, status, metadata, accountExists, keyExists, isKeyOwn, ...facts } = situation;
  const parties = { accountExists, keyExists, isKeyOwn };
  const running = status?.stages?.find(({ state }) => state === 'Running');
  return {
    job: buildJob(given({ spec, status, metadata })),
    jobId: jobName,
    admission: { kind: 'admitted', credits: 5, isCancelled: false },
    problems: [],
    parties: { accountExists: true, keyExists: true, isKeyOwn: true, ...given(parties) },
    ...judgeEnds(attempts, current ?? (running && { stage: running.name, attempt: running.attempt }), result),
    mayStart: true,
    requiresReadableBrand: false,
    modelCalls: undefined,
    redraw: undefined,
    isHoldOpen: false,
    retirement: undefined,
    ...facts,
  };
}

/** Returns the entries whose value is not `undefined`. */
function given<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

export function decideSituation({ now = noon, ...situation }: JobSituation): Decision {
  return decide(see(situation), now, rules);
}

export const launches = ({ launches }: Decision): string[] =>
  launches.map(({ stage, attempt }) => `${stage}-${attempt}`);

/**
 * Returns what a decision does besides writing the status, emitting Events and observing metrics. Leaves out empty
 * fields, so that tests can compare the whole object.
 */
export function effects({ launches, stops, patch, money, deletion, finalizer }: Decision) {
  return {
    ...(launches.length > 0 && { launches: launches.map(({ stage, attempt }) => `${stage}-${attempt}`) }),
    ...(stops && { stops }),
    ...(patch && { patch }),
    ...(Object.keys(money).length > 0 && { money }),
    ...(Object.keys(deletion).length > 0 && { deletion }),
    ...(finalizer && { finalizer }),
  };
}
export const states = ({ status }: Decision): string[] =>
  (status.stages ?? []).map(({ name, state, attempt }) => `${name} ${state} ${attempt}`);
export const record = ({ status }: Decision, name: string): StageStatus | undefined =>
  status.stages?.find((other) => other.name === name);
