import { photoJpeg } from '../../studio/photo/photo-jpeg.ts';
import sharp from 'sharp';
import type { Cutout, Mask } from '../../cutout/port.ts';
import type { Verdict } from '../../models/calls/model-chain.ts';
import { judgeClip, type Clip } from '../../models/judge/clip.ts';
import { clipStills } from '../../models/judge/clip-stills.ts';
import { type Portrait, portraitOf } from '../../models/judge/likeness.ts';
import { clipsMax } from '../../models/model-use.ts';
import { clipPrompt } from '../../models/prompts/clip-prompt.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { Size } from '../../studio/box.ts';
import type { Brief, FilmedClip, Picture } from '../../studio/brief.ts';
import { type ClipWish, clipWishes } from '../../studio/film/scenes/clip-wishes.ts';
import { decodeMask, encodeMask } from '../../studio/photo/mask.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import { seedOf } from '../models/model-seed.ts';
import type { StageContext } from '../stage.ts';

export interface FilmToShoot {
  brief: Brief;
  script: FilmScript;
  size: Size;
  seconds: number;
  hasSound: boolean;
  /** Creative direction of the request. */
  direction: string | null;
}

type Context = Pick<StageContext, 'signal' | 'cutoutDir'>;

/**
 * Returns clips of scenes that a model films from pictures of the brief, as many as the models make at once. A scene
 * without a usable clip is missing: the studio shows its picture.
 */
export async function filmedBy(
  desk: ModelDesk,
  film: FilmToShoot,
  context: Context,
  open: (folder: string) => Promise<Cutout | null> = openInstalled,
): Promise<FilmedClip[]> {
  const wishes = await clipWishes(film.brief, film.script, {
    ...film,
    most: Math.min(clipsMax, desk.concurrency('video')),
  });
  if (wishes.length === 0) return [];
  const judging = new Judging(film.size, await open(context.cutoutDir), context.signal);
  try {
    const making = wishes.map((wish, unit) => filmed(desk, { wish, unit }, { film, judging, signal: context.signal }));
    // Every call ends before the stage does, so that its result is stored.
    const ended = await Promise.allSettled(making);
    const failed = ended.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return ended.flatMap((end) => (end.status === 'fulfilled' ? (end.value ?? []) : []));
  } finally {
    await judging.close();
  }
}

interface Shooting {
  film: FilmToShoot;
  judging: Judging;
  signal: AbortSignal;
}

async function filmed(
  desk: ModelDesk,
  { wish, unit }: { wish: ClipWish; unit: number },
  { film: { brief, script, size, direction }, judging, signal }: Shooting,
): Promise<FilmedClip | null> {
  const { scene, seconds, start, subject } = wish;
  const facts = { seconds, visual: script.scenes[scene]?.visual ?? '', tone: brief.tone, direction };
  const prompt = clipPrompt({ ...facts, subject: subject === 'product' ? 'product' : 'place' }, desk.prompts);
  const picture = { bytes: start.bytes, mediaType: 'image/jpeg' };
  const made = await desk.makeNamed(
    {
      ...{ port: 'video', unit },
      task: (attempt) => ({
        ...{ port: 'video', prompt, picture, seconds, size },
        seed: seedOf(`${brief.seed}/${scene}/${attempt}`),
      }),
      judge: ({ bytes }) => judging.judge(bytes, wish),
    },
    signal,
  );
  return made && { ...made.result, scene, model: made.model };
}

/** Judges clips one after another, because a network looks at one picture at a time. */
class Judging {
  readonly #size: Size;
  readonly #cutout: Cutout | null;
  readonly #signal: AbortSignal;
  #last: Promise<unknown> = Promise.resolve();

  constructor(size: Size, cutout: Cutout | null, signal: AbortSignal) {
    this.#size = size;
    this.#cutout = cutout;
    this.#signal = signal;
  }

  judge(bytes: Buffer, wish: ClipWish): Promise<Verdict<Omit<FilmedClip, 'scene' | 'model'>>> {
    const judged = this.#last.then(() => this.#judged(bytes, wish));
    this.#last = judged.catch(() => undefined);
    return judged;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#cutout?.close();
  }

  async #judged(bytes: Buffer, wish: ClipWish): Promise<Verdict<Omit<FilmedClip, 'scene' | 'model'>>> {
    const deps = { cutout: this.#cutout, signal: this.#signal };
    const wanted = { seconds: wish.seconds, size: this.#size, reference: await this.#referenceOf(wish) };
    const verdict = await judgeClip(bytes, wanted, deps);
    if (verdict.kind === 'refused') return verdict;
    return { kind: 'fit', result: { ...verdict.result, still: await this.#stillOf(verdict.result, wish) } };
  }

  /** Returns the product of the first picture. Null for a place, and without a network that finds the product. */
  async #referenceOf({ subject, start }: ClipWish): Promise<Portrait | null> {
    if (subject !== 'product' || this.#cutout === null) return null;
    const known = start.mask === null ? this.#cutout.maskOf(start.bytes, this.#signal) : decodeMask(start.mask);
    return portraitOf(start.bytes, await known);
  }

  async #stillOf(clip: Clip, { subject, alt }: ClipWish): Promise<Picture> {
    const { start, middle, end } = await clipStills(clip, { signal: this.#signal });
    const mask = await this.#maskOf([start, middle, end]);
    return {
      bytes: await sharp(middle).jpeg(photoJpeg).toBuffer(),
      ...{ width: clip.width, height: clip.height, role: subject, hasAlpha: false, alt },
      ...(mask !== null && { mask }),
    };
  }

  /** Returns a mask of the subject in any of the frames, so that no text lies on a subject that moves. */
  async #maskOf(frames: readonly Buffer[]): Promise<Buffer | null> {
    if (this.#cutout === null) return null;
    const masks: Mask[] = [];
    for (const frame of frames) masks.push(await this.#cutout.maskOf(frame, this.#signal));
    const [first, ...others] = masks;
    if (first === undefined) return null;
    const values = first.values.map((value, at) => Math.max(value, ...others.map((mask) => mask.values[at] ?? 0)));
    return encodeMask({ ...first, values });
  }
}

/** Opens the installed network. Only its own process loads ONNX Runtime. */
async function openInstalled(folder: string): Promise<Cutout | null> {
  return (await import('../../cutout/u2netp/u2netp-cutout.ts')).openU2netp(folder);
}
