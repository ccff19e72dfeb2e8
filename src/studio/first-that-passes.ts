import type { QualityCheck } from './brief.ts';
import type { Composition, LayoutInput } from './composition.ts';
import { calmer } from './format.ts';
import { QualityGateError } from './quality-gate-error.ts';
import { failedOf } from './rules/limits.ts';
import { mirrored, type Scene } from './scene.ts';

/** One try of a composition. `attempt` is the number of earlier tries. */
export interface Try {
  composition: Composition;
  attempt: number;
  /** True if the composition leaves texts out on purpose. */
  omitsWords?: boolean;
}

/** Ways in which a composition sets the texts, best first: all texts with whole words, all texts, some texts. */
export const wordings = ['whole', 'broken', 'shortened'] as const;
type Wording = (typeof wordings)[number];

/** A try that counts only if the composition sets the texts in this way. */
export interface Candidate extends Try {
  wording: Wording | 'any';
}

/**
 * Returns each try once for each wording, so that a composition with all texts and whole words is preferred to one that
 * breaks words across lines, and that one to a composition that leaves texts out.
 */
export const inRounds = (tries: readonly Try[], rounds: readonly Candidate['wording'][] = wordings): Candidate[] =>
  rounds.flatMap((wording) => tries.map((each) => ({ ...each, wording })));

/** A picture with its quality checks. `made` is null if the picture failed a check before it was finished. */
export interface Judged<T> {
  made: T | null;
  checks: QualityCheck[];
}

export interface TryOptions<T> {
  input: LayoutInput;
  /** Finishes a scene and checks it. Returns null if the scene cannot be used. */
  judge: (scene: Scene) => Promise<Judged<T> | null>;
  signal?: AbortSignal | undefined;
  /** Called for every rejected composition, with the failed checks, or with null if it does not suit or fit. */
  onRejected: (name: string, failed: QualityCheck[] | null) => void;
}

/**
 * Draws the candidates in their order until one passes every quality check. Throws `QualityGateError` with the checks of
 * the candidate that failed the fewest if none does, and the reason of the signal if it aborts.
 */
export async function firstThatPasses<T>(
  candidates: Iterable<Candidate>,
  { input, judge, signal, onRejected }: TryOptions<T>,
): Promise<{ made: T; checks: QualityCheck[] }> {
  let nearest: QualityCheck[] | undefined;
  const drawn = new Drawn(input);
  for (const candidate of candidates) {
    signal?.throwIfAborted();
    const scene = drawn.sceneOf(candidate);
    const judged = scene === null ? null : await judge(scene);
    if (judged === null) {
      onRejected(candidate.composition.name, null);
      continue;
    }
    const { made, checks } = judged;
    const failed = failedOf(checks);
    if (made !== null && failed.length === 0) return { made, checks };
    nearest = nearer(nearest, checks);
    onRejected(candidate.composition.name, failed);
  }
  throw new QualityGateError(nearest ?? []);
}

function nearer(best: QualityCheck[] | undefined, next: QualityCheck[]): QualityCheck[] {
  return best !== undefined && failedOf(best).length <= failedOf(next).length ? best : next;
}

/** Scenes of the tries so far. Each try is a candidate for several wordings, and its scene is composed once. */
class Drawn {
  readonly #input: LayoutInput;
  readonly #scenes = new Map<Composition, Map<number, Scene | null>>();

  constructor(input: LayoutInput) {
    this.#input = input;
  }

  /** Returns the scene of a candidate; null if its composition does not fit or sets the texts in another way. */
  sceneOf({ composition, attempt, omitsWords, wording }: Candidate): Scene | null {
    const scene = this.#composed(composition, attempt);
    if (scene === null) return null;
    const found = omitsWords === true ? 'shortened' : wordingOf(scene);
    if (wording !== 'any' && found !== wording) return null;
    return this.#input.rtl ? mirrored(scene) : scene;
  }

  #composed(composition: Composition, attempt: number): Scene | null {
    const known = this.#scenes.get(composition) ?? new Map<number, Scene | null>();
    this.#scenes.set(composition, known);
    const before = known.get(attempt);
    if (before !== undefined) return before;
    const { format } = this.#input;
    const scene = composition.draw({ ...this.#input, attempt, format: attempt === 0 ? format : calmer(format) });
    known.set(attempt, scene);
    return scene;
  }
}

function wordingOf({ dropped, texts }: Scene): Wording {
  if (dropped.length > 0) return 'shortened';
  return texts.some(({ breaksWord }) => breaksWord === true) ? 'broken' : 'whole';
}
