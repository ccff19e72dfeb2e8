import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import type { Brief, Copy, RenderedAd } from '../brief.ts';
import type { Size } from '../box.ts';
import { copyParts, drawnCopy, noCopy } from '../copy/drawn-copy.ts';
import { formatOf } from '../format.ts';
import { voicedSeconds } from '../sound/voice/pace.ts';
import { type RawAd, renderRaw, textEngine } from '../studio.ts';
import { beatGrid } from './beats.ts';
import type { Cue } from './captions.ts';
import { type FilmLayer, type FilmScene, framesPerSecond } from './film.ts';
import { plainCues } from './plain-cues.ts';
import { progressStrip } from './progress-strip.ts';
import { aboveCaptions, captionLayers, type CaptionSetting, placeCaptions } from './scenes/captions.ts';
import { filmWords } from './scenes/film-words.ts';
import type { FilmOptions, MadeFilm } from './scenes/make-film.ts';
import { withoutRepeated } from './scenes/repeated-text.ts';
import { subjectOf } from './scenes/subject-of.ts';
import type { ShownShot } from './shown-shot.ts';
import { spriteOf } from './sprite.ts';
import { sceneSpans, type Span } from './timeline.ts';

/** Share by which a picture grows in a second. */
const growth = 0.008;

/**
 * Makes the plainest film of a script. Each scene is a still ad that grows slowly, and scenes change by cuts. The film
 * has captions, and a strip that shows how much of the film has passed. Every still passes the quality checks of image
 * ads, and the strip has two colours and moves all the time. Therefore this film passes every check of a film, and can
 * replace a film that fails one.
 */
export async function plainFilm(brief: Brief, script: FilmScript, options: FilmOptions): Promise<MadeFilm> {
  const { size, seconds, hasVoice = false } = options;
  const whole = formatOf(size);
  const engine = await textEngine();
  const words = await filmWords(brief, script, engine);
  const setting: CaptionSetting = { brief, words, format: whole, engine };
  const stills = await stillsOf(brief, script, options);
  const spans = spansOf(brief, script, options);
  const frames = Math.round(seconds * framesPerSecond);
  const frameAt = (time: number) => Math.round(time * framesPerSecond);
  const scenes = stills.map((still, at): FilmScene => ({
    startFrame: frameAt(spans[at]?.startSeconds ?? 0),
    endFrame: at === stills.length - 1 ? frames : frameAt(spans[at]?.endSeconds ?? seconds),
    layers: [growing(still, size)],
  }));
  const cut = { frames: 0, next: () => unmoved, previous: () => unmoved };
  const strip = progressStrip(size, brief.kit[brief.kit.prefers], seconds);
  const shown = stills.at(-1)?.copy ?? noCopy;
  const made: MadeFilm = {
    film: { ...size, framesPerSecond, frames, scenes, transitions: scenes.slice(1).map(() => cut), overlays: strip },
    scenes: scenes.map((scene, at) => ({ ...secondsOf(scene), onScreenText: shownText(stills[at]) })),
    // The headline of the end card is a text of the last scene, which may be another text than the headline of the copy.
    copy: drawnCopy(shown, (part) => part !== 'headline' || shown.headline === script.copy.headline),
    hasLogo: stills.some(({ hasLogo }) => hasLogo),
    hasPicture: stills.some(({ shown }) => shown !== null),
    withCaptions: (cues) => captioned(made, cues, setting),
    shots: scenes.flatMap((scene, at) => shownIn(stills[at], secondsOf(scene))),
    filmedScenes: [],
    captions: [],
    checks: stills.at(-1)?.checks ?? [],
    notes: words.notes,
  };
  if (hasVoice) return made;
  const { cues, notes } = await plainCues(
    script,
    made.scenes.map((span, at) => ({ ...span, shown: Object.values(stills[at]?.copy ?? noCopy) })),
  );
  return captioned({ ...made, notes: [...made.notes, ...notes] }, cues, setting);
}

const secondsOf = ({ startFrame, endFrame }: FilmScene): Span => ({
  startSeconds: startFrame / framesPerSecond,
  endSeconds: endFrame / framesPerSecond,
});

function shownIn(still: RawAd | undefined, span: Span): ShownShot[] {
  if (still === undefined) return [];
  const { layout, shown, hasLogo, copy } = still;
  const texts = copyParts.map((part) => copy[part]).filter((text) => text !== '');
  return [
    {
      ...span,
      layout,
      picture: shown === null ? null : subjectOf(shown),
      hasLogo,
      texts: texts.map((text) => ({ text, ...span })),
    },
  ];
}

const unmoved = { x: 0, y: 0, opacity: 1 };

async function stillsOf(brief: Brief, script: FilmScript, { size, signal }: FilmOptions): Promise<RawAd[]> {
  const stills: RawAd[] = [];
  const format = aboveCaptions(formatOf(size));
  for (const [at, scene] of script.scenes.entries()) {
    const isLast = at === script.scenes.length - 1;
    const still = { ...brief, seed: `${brief.seed} scene ${at}`, copy: copyFor(scene, script.copy, isLast) };
    stills.push(await renderRaw(still, size, { format, ...(signal !== undefined && { signal }) }));
  }
  return stills;
}

function spansOf(brief: Brief, script: FilmScript, { seconds, hasVoice }: FilmOptions): Span[] {
  const needs = script.scenes.map(({ seconds: planned, voiceover }) => ({
    planned,
    needed: hasVoice === true ? voicedSeconds(voiceover, script.language) : 0,
  }));
  return sceneSpans(beatGrid(brief.tone, seconds), needs);
}

/**
 * Adds captions to the film. The stills leave the place of the captions free and the captions shrink to fit this place,
 * so captions are not checked.
 */
async function captioned(made: MadeFilm, cues: readonly Cue[], setting: CaptionSetting): Promise<MadeFilm> {
  const captions = await placeCaptions(setting, setting.format, cues);
  const overlays = [...made.film.overlays, ...(await captionLayers(captions, setting.engine))];
  return { ...made, film: { ...made.film, overlays }, captions: cues };
}

/**
 * Returns the texts that the still of a scene shows. Of several texts that the script shows one after the other, the
 * still shows the first. The last still is the end card and also shows the call to action, the offer and the price.
 */
function copyFor({ on_screen_text: text }: ScriptScene, copy: FilmScript['copy'], isLast: boolean): Copy {
  const { headline = '', cta = '', offer = '', price = '' } = copy;
  const texts = (text === '' ? headline : text).split('\n');
  if (!isLast) return { ...noCopy, headline: texts[0] ?? '' };
  const [said = ''] = withoutRepeated(texts, [cta, offer, price]);
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
