import { setTimeout as pause } from 'node:timers/promises';
import { PermanentFailure } from './stage-errors.ts';
import type { Stage } from './stage.ts';

/** Failures that a stage can simulate in tests. */
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

/**
 * Error codes of simulated permanent failures, by the name of the stage. Stages that are not listed fail with the code
 * `internal`.
 */
const permanentCodes: ReadonlyMap<string, string> = new Map([
  ['image', 'image_model_error'],
  ['script', 'no_narratives'],
  ['video', 'video_model_error'],
]);

const oomStepBytes = 16 * 1024 * 1024;
/**
 * Maximum number of bytes that the memory fault allocates before it hangs. Protects a machine without a memory limit.
 */
const oomBytesMax = 2 * 1024 * 1024 * 1024;

/**
 * Parses a list of simulated failures such as `image=permanent,onboarding=hang`; a blank text means no failures. Throws
 * an error that says what is expected.
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
 * Returns the stage with a simulated failure before it does any work, or the stage itself without a fault. The faults
 * `garbage` and `late` take effect after the work of the stage, in `attempt.ts`.
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

/** Returns a promise that never settles and keeps the process alive. */
export function hang(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}

function permanentFailure(stage: string): PermanentFailure {
  return new PermanentFailure(permanentCodes.get(stage) ?? 'internal', `Simulated failure of the stage ${stage}.`);
}

/**
 * Allocates memory outside the JavaScript heap and writes to it, so that neither the limit of the V8 heap nor lazy
 * allocation ends the test early.
 */
async function exhaustMemory(): Promise<never> {
  const held: Buffer[] = [];
  while (held.length * oomStepBytes < oomBytesMax) {
    held.push(Buffer.alloc(oomStepBytes, 1));
    await pause(1);
  }
  return hang();
}
