import { intersection, wholeOf } from '../box.ts';
import type { Film, FilmLayer, FilmScene, Placement, ScenePlacement, Transition } from './film.ts';
import { type Area, type Frame, touchedArea } from './frame.ts';
import type { HeapSprite } from './heap-sprite.ts';
import { hides, SpritePainter } from './paint-sprite.ts';
import type { Sprite } from './sprite.ts';

/** A sprite and its position in one frame. */
interface Placed {
  sprite: Sprite;
  placement: Placement;
}

/** A sprite that the painter has in its memory, and the position on the frame. */
interface Stored {
  sprite: HeapSprite;
  placement: Placement;
}

/** Everything that one frame shows, in the order of painting. */
export interface FramePlan {
  layers: Placed[];
  /** The next scene during a transition, and the positions of both scenes. */
  entering: { layers: Placed[]; previous: Placement; next: Placement } | null;
  overlays: Placed[];
  /** Two frames of a film with the same key have the same pixels. */
  key: string;
}

/** Scenes that a frame shows. `before` is shown too while `progress`, that of the transition, is not null. */
interface ShownScenes {
  scene: FilmScene | undefined;
  before: FilmScene | undefined;
  transition: Transition | undefined;
  progress: number | null;
}

/**
 * Paints the frames of a film. Frames can be painted in any order. Each sprite is stored when it is painted for the
 * first time, in the memory of sprites that are no longer shown. Painting a frame of stored sprites allocates no buffer.
 */
export class FilmPainter {
  readonly film: Film;
  readonly #painter = new SpritePainter();
  readonly #shown: HeapSprite;
  readonly #scenes: { previous: HeapSprite; next: HeapSprite };
  readonly #canvas: Area;

  constructor(film: Film) {
    this.film = film;
    this.#shown = this.#painter.newFrame(film);
    this.#scenes = { previous: this.#painter.newFrame(film), next: this.#painter.newFrame(film) };
    this.#canvas = touchedArea(film, wholeOf(film));
  }

  /** Loads the frames of the clips that a frame shows. Must be called before `plan` if the film has clips. */
  async load(frame: number): Promise<void> {
    const { scene, before, progress } = this.#scenesAt(frame);
    const shown = progress === null ? [scene] : [before, scene];
    const over = this.film.scenes.filter((each) => !shown.includes(each));
    for (const { moving } of over.flatMap(({ layers }) => layers)) await moving?.close();
    for (const each of shown)
      for (const { moving } of each?.layers ?? []) await moving?.load(this.#secondsIn(each, frame));
  }

  /** Computes the positions of all layers in a frame. The first frame has the number 0. */
  plan(frame: number): FramePlan {
    const { overlays, framesPerSecond } = this.film;
    const { scene, before, transition, progress } = this.#scenesAt(frame);
    const inScene = (each: FilmScene | undefined) =>
      each === undefined ? [] : placedAt(each.layers, this.#secondsIn(each, frame));
    const over = placedAt(overlays, frame / framesPerSecond);
    if (transition === undefined || progress === null)
      return withKey({ layers: inScene(scene), entering: null, overlays: over });
    const previous = wholePixels(transition.previous(progress));
    const next = wholePixels(transition.next(progress));
    return withKey({ layers: inScene(before), entering: { layers: inScene(scene), previous, next }, overlays: over });
  }

  paint(plan: FramePlan, target: Frame): void {
    const { layers, entering, overlays } = plan;
    this.#forgetOthers([...layers, ...(entering?.layers ?? []), ...overlays]);
    if (entering === null) this.#paintScene(this.#shown, this.#stored(layers), this.#canvas);
    else this.#paintTransition(layers, entering);
    for (const { sprite, placement } of this.#stored(overlays))
      this.#painter.paint(this.#shown, sprite, placement, this.#canvas);
    target.bytes.set(this.#painter.bytesOf(this.#shown));
  }

  #scenesAt(frame: number): ShownScenes {
    const { scenes, transitions } = this.film;
    const at = Math.max(
      0,
      scenes.findLastIndex(({ startFrame }) => startFrame <= frame),
    );
    const [scene, before, transition] = [scenes[at], scenes[at - 1], transitions[at - 1]];
    return { scene, before, transition, progress: progressAt(frame, scene, transition) };
  }

  #secondsIn(scene: FilmScene | undefined, frame: number): number {
    return (frame - (scene?.startFrame ?? 0)) / this.film.framesPerSecond;
  }

  /** Before something new is stored, frees what the frame does not show, such as the sprites of scenes that are over. */
  #forgetOthers(shown: readonly Placed[]): void {
    if (shown.every(({ sprite }) => this.#painter.has(sprite))) return;
    this.#painter.keepOnly(new Set(shown.map(({ sprite }) => sprite)));
  }

  #stored(layers: readonly Placed[]): Stored[] {
    return layers.map(({ sprite, placement }) => ({ sprite: this.#painter.stored(sprite), placement }));
  }

  #paintTransition(layers: readonly Placed[], entering: NonNullable<FramePlan['entering']>): void {
    const { previous, next } = this.#scenes;
    this.#paintScene(previous, this.#stored(layers), this.#visible(entering.previous));
    this.#paintScene(next, this.#stored(entering.layers), this.#visible(entering.next));
    const both = [
      { sprite: previous, placement: entering.previous },
      { sprite: next, placement: entering.next },
    ];
    this.#paintScene(this.#shown, both, this.#canvas);
  }

  /** Returns the part of a scene that is visible if the whole scene is moved and clipped. */
  #visible({ x, y, clip }: Placement): Area {
    const canvas = wholeOf(this.film);
    const seen = clip === undefined ? canvas : intersection(canvas, clip);
    // One pixel more on each side, because a fractional position mixes neighbouring pixels.
    return touchedArea(this.film, {
      x: seen.x - x - 1,
      y: seen.y - y - 1,
      width: seen.width + 2,
      height: seen.height + 2,
    });
  }

  #paintScene(target: HeapSprite, layers: readonly Stored[], area: Area): void {
    const lowest = layers.findLastIndex(({ sprite, placement }) => hides(sprite, placement, area));
    if (lowest < 0) paintBlack(this.#painter.bytesOf(target));
    for (const { sprite, placement } of layers.slice(Math.max(0, lowest)))
      this.#painter.paint(target, sprite, placement, area);
  }
}

function placedAt(layers: readonly FilmLayer[], seconds: number): Placed[] {
  return layers.flatMap(({ sprite, moving, at }) => {
    const placement = at(seconds);
    return placement === null || placement.opacity <= 0 ? [] : [{ sprite: moving?.now ?? sprite, placement }];
  });
}

/** Returns the progress of the transition into a scene, between 0 and 1, or null after the transition. */
function progressAt(frame: number, scene: FilmScene | undefined, transition: Transition | undefined): number | null {
  const passed = frame - (scene?.startFrame ?? 0);
  if (transition === undefined || passed >= transition.frames) return null;
  return (passed + 1) / (transition.frames + 1);
}

/** Two scenes that meet at a fraction of a pixel would show a seam. Even numbers are whole chroma samples too. */
const wholePixels = (placement: ScenePlacement): Placement => ({
  ...placement,
  x: 2 * Math.round(placement.x / 2),
  y: 2 * Math.round(placement.y / 2),
  scale: 1,
});

/** Two thirds of the bytes of a frame are brightness, the others chroma. */
function paintBlack(bytes: Uint8Array): void {
  const chroma = (bytes.length * 2) / 3;
  bytes.fill(16, 0, chroma);
  bytes.fill(128, chroma);
}

function withKey(plan: Omit<FramePlan, 'key'>): FramePlan {
  const { layers, entering, overlays } = plan;
  const scene = entering && [
    ...entering.layers.map(keyOf),
    placementKey(entering.previous),
    placementKey(entering.next),
  ];
  return { ...plan, key: JSON.stringify([layers.map(keyOf), scene, overlays.map(keyOf)]) };
}

const keyOf = ({ sprite, placement }: Placed): (number | null)[] => [idOf(sprite), ...placementKey(placement)];

const ids = new WeakMap<Sprite, number>();
let idsGiven = 0;

function idOf(sprite: Sprite): number {
  const id = ids.get(sprite) ?? ++idsGiven;
  ids.set(sprite, id);
  return id;
}

/** Returns the numbers of a placement, rounded to differences that 8-bit pixels cannot show. */
function placementKey({ x, y, scale, opacity, clip }: Placement): (number | null)[] {
  const fine = (value: number) => Math.round(value * 256);
  const shape = clip === undefined ? [] : [clip.x, clip.y, clip.width, clip.height, clip.radius].map(fine);
  return [fine(x), fine(y), Math.round(scale * 2 ** 18), fine(opacity), ...shape];
}
