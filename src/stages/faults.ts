import { setTimeout as pause } from 'node:timers/promises';
import { stageNamed } from '../domain/pipelines.ts';
import { PermanentFailure } from './stage-errors.ts';
import type { Stage } from './stage.ts';

const faultKinds = {
  permanent: 'fails permanently, with a code and a message',
  crash: 'exits with code 1 in every attempt',
  'crash-once': 'exits with code 1 in the first attempt only',
  hang: 'never exits',
  oom: 'allocates memory until it is killed',
  garbage: 'does its work and writes a result that is not JSON',
  late: 'does its work, writes its result and never exits',
} as const;

export type FaultKind = keyof typeof faultKinds;
export type StageFaults = ReadonlyMap<string, FaultKind>;

const oomStepBytes = 16 * 1024 * 1024;
/**
 * Maximum number of bytes that the simulated failure `oom` (out of memory) allocates. At this limit the stage hangs
 * instead, so that a machine without a memory limit survives the test.
 */
const oomBytesMax = 2 * 1024 * 1024 * 1024;

/**
 * Parses a list of simulated failures in the form `stage=failure`, such as `image=permanent,onboarding=hang`. A blank
 * text means no failures. Throws an error that describes the expected form if the text is invalid.
 */
export function parseStageFaults(text: string, stages: Iterable<string>): StageFaults {
  const known = new Set(stages);
  const faults = new Map<string, FaultKind>();
  for (const pair of text.split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [stage = '', kind = '', ...rest] = pair.split('=').map((part) => part.trim());
    if (rest.length > 0 || kind === '')
      throw new Error(`"${pair}" does not have the form stage=fault, such as image=permanent.`);
    if (!known.has(stage)) throw new Error(`There is no stage "${stage}". The stages are ${[...known].join(', ')}.`);
    if (!isFaultKind(kind))
      throw new Error(`There is no fault "${kind}". The faults are ${Object.keys(faultKinds).join(', ')}.`);
    if (faults.has(stage)) throw new Error(`The stage "${stage}" is named twice.`);
    faults.set(stage, kind);
  }
  return faults;
}

function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(faultKinds, kind);
}

/**
 * Returns a stage that fails in the given way instead of doing its work. Without a fault, returns the stage unchanged.
 * The faults `garbage` (invalid result file) and `late` (no exit) happen after the work of the stage, so `attempt.ts`
 * simulates them.
 */
export function withFault(stage: Stage, fault: FaultKind | undefined): Stage {
  switch (fault) {
    case undefined:
    case 'garbage':
    case 'late':
      return stage;
    case 'permanent':
      return ({ input }) => Promise.reject(permanentFailure(input.stage));
    case 'crash':
      return () => Promise.reject(new Error('Simulated failure of the stage.'));
    case 'crash-once':
      return (context) => {
        if (context.input.attempt > 1) return stage(context);
        return Promise.reject(new Error('Simulated failure of the first attempt.'));
      };
    case 'hang':
      return hang;
    case 'oom':
      return exhaustMemory;
  }
}

export function hang(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}

function permanentFailure(stage: string): PermanentFailure {
  const { fallbackCode = 'internal', simulatedCode = fallbackCode } = stageNamed(stage) ?? {};
  return new PermanentFailure(simulatedCode, `Simulated failure of the stage ${stage}.`);
}

/**
 * Allocates memory until the kernel kills the process. Uses buffers outside the JavaScript heap, to which the heap
 * limit of V8 does not apply, and fills them, because the kernel counts only memory that was written to.
 */
async function exhaustMemory(): Promise<never> {
  const held: Buffer[] = [];
  while (held.length * oomStepBytes < oomBytesMax) {
    held.push(Buffer.alloc(oomStepBytes, 1));
    await pause(1);
  }
  return hang();
}
