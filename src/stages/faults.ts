import { setTimeout as pause } from 'node:timers/promises';
import { PermanentFailure } from './contract.ts';
import type { Stage } from './stage.ts';

/** How a stage can be made to fail on purpose, for tests. */
const faultKinds = {
  permanent: 'ends for good, with a code and a sentence',
  crash: 'ends with exit code 1, every time',
  'crash-once': 'ends with exit code 1 in its first attempt only',
  hang: 'never ends by itself',
  oom: 'takes memory until it is stopped',
  garbage: 'does its work, then writes a result that is not JSON',
  late: 'does its work and writes its result, then never ends',
} as const;

export type FaultKind = keyof typeof faultKinds;
export type StageFaults = ReadonlyMap<string, FaultKind>;

/** Of a stage that fails on purpose and for good; any other stage's is `internal`. */
const permanentCodes: ReadonlyMap<string, string> = new Map([
  ['image', 'image_model_error'],
  ['script', 'no_narratives'],
  ['video', 'video_model_error'],
]);

const oomStepBytes = 16 * 1024 * 1024;
/** A machine without a memory limit is not brought down: here the fault holds what it has and hangs. */
const oomBytesMax = 2 * 1024 * 1024 * 1024;

/** `image=permanent,onboarding=hang`; blank means none. Throws a sentence that names what is wrong and what would be right. */
export function parseStageFaults(text: string, stages: Iterable<string>): StageFaults {
  const known = new Set(stages);
  const faults = new Map<string, FaultKind>();
  for (const pair of text.split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [stage = '', kind = '', ...rest] = pair.split('=').map((part) => part.trim());
    if (rest.length > 0 || kind === '') throw new Error(`"${pair}" is not stage=fault, such as image=permanent.`);
    if (!known.has(stage)) throw new Error(`There is no stage "${stage}"; there are ${[...known].join(', ')}.`);
    if (!isFaultKind(kind))
      throw new Error(`There is no fault "${kind}"; there are ${Object.keys(faultKinds).join(', ')}.`);
    if (faults.has(stage)) throw new Error(`The stage "${stage}" is named twice.`);
    faults.set(stage, kind);
  }
  return faults;
}

function isFaultKind(kind: string): kind is FaultKind {
  return Object.hasOwn(faultKinds, kind);
}

/** The stage as it is, or one that fails before it does any work. `garbage` and `late` strike after it: see the runner. */
export function withFault(stage: Stage, fault: FaultKind | undefined): Stage {
  switch (fault) {
    case undefined:
    case 'garbage':
    case 'late':
      return stage;
    case 'permanent':
      return ({ input }) => Promise.reject(permanentFailure(input.stage));
    case 'crash':
      return () => Promise.reject(new Error('The stage fails on purpose.'));
    case 'crash-once':
      return (context) => {
        if (context.input.attempt > 1) return stage(context);
        return Promise.reject(new Error('The first attempt fails on purpose.'));
      };
    case 'hang':
      return hang;
    case 'oom':
      return exhaustMemory;
  }
}

/** Never resolves, and keeps the process alive while it does not. */
export function hang(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 60_000));
}

function permanentFailure(stage: string): PermanentFailure {
  return new PermanentFailure(permanentCodes.get(stage) ?? 'internal', `The stage ${stage} fails on purpose.`);
}

/** Real pages, outside the JavaScript heap: neither V8's limit nor lazy allocation spares the launcher its work. */
async function exhaustMemory(): Promise<never> {
  const held: Buffer[] = [];
  while (held.length * oomStepBytes < oomBytesMax) {
    held.push(Buffer.alloc(oomStepBytes, 1));
    await pause(1);
  }
  return hang();
}
