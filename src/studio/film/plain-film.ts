import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import type { Brief, Copy, RenderedAd } from '../brief.ts';
import type { Size } from '../box.ts';
import { noCopy } from '../copy/ad-copy.ts';
import { spokenSeconds } from '../sound/voice/pace.ts';
import { type RawAd, renderRaw } from '../studio.ts';
import { beatGrid } from './beats.ts';
import { type FilmLayer, type FilmScene, framesPerSecond } from './film.ts';
import type { FilmOptions, MadeFilm } from './scenes/make-film.ts';
import { spriteOf } from './sprite.ts';
import { sceneSpans } from './timeline.ts';

/** Share by which a picture grows in a second, so that no scene stands still. */
const growth = 0.008;

/**
 * Makes the plainest film of a script: one still ad for each scene, which grows slowly, and cuts. Every still passes the
 * quality checks of image ads, so that this film can replace any film that fails a check.
 */
export async function plainFilm(brief: Brief, script: FilmScript, options: FilmOptions): Promise<MadeFilm> {
  const { size, seconds, signal } = options;
  const stills: RawAd[] = [];
  for (const [at, scene] of script.scenes.entries()) {
    const isLast = at === script.scenes.length - 1;
    const still = { ...brief, seed: `${brief.seed} scene ${at}`, copy: copyFor(scene, script.copy, isLast) };
    stills.push(await renderRaw(still, size, signal === undefined ? {} : { signal }));
  }
  const frames = Math.round(seconds * framesPerSecond);
  const needs = script.scenes.map(({ seconds: planned, voiceover }) => ({
    planned,
    needed: options.hasVoice === true ? spokenSeconds(voiceover, script.language) : 0,
  }));
  const frameAt = (time: number) => Math.round(time * framesPerSecond);
  const spans = sceneSpans(beatGrid(brief.tone, seconds), needs);
  const scenes = stills.map((still, at): FilmScene => ({
    startFrame: frameAt(spans[at]?.startSeconds ?? 0),
    endFrame: at === stills.length - 1 ? frames : frameAt(spans[at]?.endSeconds ?? seconds),
    layers: [growing(still, size)],
  }));
  const cut = { frames: 0, next: () => unmoved, previous: () => unmoved };
  const made: MadeFilm = {
    film: { ...size, framesPerSecond, frames, scenes, transitions: scenes.slice(1).map(() => cut), overlays: [] },
    scenes: scenes.map(({ startFrame, endFrame }, at) => ({
      startSeconds: startFrame / framesPerSecond,
      endSeconds: endFrame / framesPerSecond,
      onScreenText: shownText(stills[at]),
    })),
    copy: drawnCopy(script.copy, stills.at(-1)),
    hasLogo: stills.some(({ hasLogo }) => hasLogo),
    withCaptions: () => Promise.resolve(made),
    shots: stills.map(({ layout }) => layout),
    checks: stills.at(-1)?.checks ?? [],
    notes: [],
  };
  return made;
}

const unmoved = { x: 0, y: 0, opacity: 1 };

function copyFor({ on_screen_text: text }: ScriptScene, copy: FilmScript['copy'], isLast: boolean): Copy {
  const { headline = '', cta = '', offer = '', price = '' } = copy;
  const said = text === '' ? headline : text;
  if (!isLast) return { headline: said, subheadline: '', cta: '', offer: '', price: '' };
  return { headline: said, subheadline: '', cta, offer, price };
}

/** The still is drawn at the size of the canvas and grows from its centre. */
function growing(still: RawAd, { width, height }: Size): FilmLayer {
  return {
    sprite: spriteOf({ pixels: still.pixels, width: still.width, height: still.height, channels: 3 }),
    at: (seconds) => {
      const scale = 1 + growth * seconds;
      return { x: (width * (1 - scale)) / 2, y: (height * (1 - scale)) / 2, scale, opacity: 1 };
    },
  };
}

const shownText = (still: Pick<RenderedAd, 'copy'> | undefined): string => still?.copy.headline ?? '';

/** A text of the script counts as drawn if the end card shows it. */
function drawnCopy({ headline }: FilmScript['copy'], endCard: Pick<RenderedAd, 'copy'> | undefined): Copy {
  const drawn = endCard?.copy ?? noCopy;
  return { ...drawn, subheadline: '', headline: drawn.headline === headline ? headline : '' };
}
