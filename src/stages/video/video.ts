import { z } from 'zod';
import { VideoAdSpec } from '../../ads/video/request.ts';
import { videoSizes } from '../../ads/video/video-size.ts';
import { clipped } from '../../domain/clipped.ts';
import { messageOf } from '../../files/error-code.ts';
import { FilmScript, parseFilmScript } from '../../schema/film-script.ts';
import { mergedReports, ModelsReport } from '../../schema/models-report.ts';
import type { MadeVideo } from '../../schema/made-file.ts';
import type { Brief, FilmedClip } from '../../studio/brief.ts';
import { drawnCopy } from '../../studio/copy/drawn-copy.ts';
import type { MadeFilm } from '../../studio/film/scenes/make-film.ts';
import { captionCues } from '../../studio/film/caption-cues.ts';
import { webVtt } from '../../studio/film/captions.ts';
import { markVideoProvenance } from '../../studio/provenance.ts';
import { readDirection } from '../../studio/script/direction.ts';
import { refuses, type Wish } from '../../studio/script/wishes/wish.ts';
import { wishNames } from '../../studio/script/wishes/wish-names.ts';
import { wishNotes } from '../../studio/script/wishes/wish-notes.ts';
import { studioMaker } from '../../studio/studio-maker.ts';
import { makeBrief } from '../brief/make-brief.ts';
import { drawnStage, type DrawContext, type DrawInput, type Drawing } from '../drawn/drawn-stage.ts';
import type { Prepared } from '../drawn/stored-brief.ts';
import { readBrandFacts } from '../brand-facts.ts';
import { sha256 } from '../../files/sha256.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import { openDesk } from '../models/open-desk.ts';
import { provenanceOf } from '../response/provenance-of.ts';
import { scriptMaterial } from '../script/script-material.ts';
import { PermanentFailure } from '../stage-errors.ts';
import type { StageContext } from '../stage.ts';
import { installedVoice, recordedVoice } from './film-sound.ts';
import type { FilmToShoot } from './filmed-by.ts';
import { filmEvidence } from './film-evidence.ts';
import { type FilmJob, type FinishedFilm, finishFilm } from './finish-film.ts';
import { videoFiles, videoResponse } from './video-response.ts';

/** Task of a video job: the script, filmed in this size and length. */
const WantedFilm = z.object({
  script: FilmScript,
  /** Texts that the script was written from, to compare the film with the wishes of the direction. */
  texts: z.object({
    brand: z.string().nullable(),
    product: z.string().nullable(),
    description: z.string().nullable(),
    price: z.string().nullable(),
    given: z.array(z.object({ copyType: z.string(), copyText: z.string(), price: z.string().optional() })),
    headline: z.string(),
  }),
  aspectRatio: z.string(),
  width: z.int(),
  height: z.int(),
  seconds: z.number(),
  hasSound: z.boolean(),
  models: ModelsReport.optional(),
});
type WantedFilm = z.infer<typeof WantedFilm>;

/**
 * Stage that makes the film of a script: writes the film as `ad.mp4`, one of its frames as `thumbnail.jpg`, and its
 * captions as `captions.vtt`.
 */
export const { stage: video, redraw: redrawVideo } = drawnStage<WantedFilm>({
  wanted: WantedFilm,
  prepare: prepareFilm,
  draw: drawFilm,
});

async function prepareFilm(context: StageContext): Promise<Prepared<WantedFilm>> {
  const ad = VideoAdSpec.parse(context.ad);
  const { aspectRatio, targetDuration: seconds, generateSound: hasSound } = ad.generationMetadata;
  const size = videoSizes[aspectRatio];
  const [known, { models: ofScript, ...script }] = await Promise.all([readBrandFacts(context), readScript(context)]);
  const desk = await openDesk(context, 'video_model_error');
  const { brief, brand, notes } = await makeBrief(known, {
    context,
    desk,
    concept: undefined,
    canvases: [size],
    isFilm: true,
  });
  const { brand: brandName, product, description, price, given, page } = scriptMaterial(known, ad, brief.seed);
  const texts = { brand: brandName, product, description, price, given: [...given], headline: page.headline };
  const speech = hasSound && desk?.has('speech') === true ? await spoken(desk, script, context.signal) : undefined;
  const direction = known.request.direction ?? null;
  const clips =
    desk?.has('video') === true
      ? await filmed(desk, { brief, script, size, seconds, hasSound, direction }, context)
      : undefined;
  const models = mergedReports([ofScript, desk?.report]);
  const wanted = { script, texts, aspectRatio, ...size, seconds, hasSound, models };
  return { brief: { ...brief, speech, clips }, direction, evidence: brand, notes, wanted };
}

/** Returns the voice-over as a model speaks it. The module is loaded only for an installation with such a model. */
async function spoken(desk: ModelDesk, script: FilmScript, signal: AbortSignal) {
  return (await import('./spoken-by.ts')).spokenBy(desk, script, signal);
}

/** Returns the clips of a model. The module is loaded only for an installation with such a model. */
async function filmed(desk: ModelDesk, film: FilmToShoot, context: StageContext): Promise<FilmedClip[]> {
  return (await import('./filmed-by.ts')).filmedBy(desk, film, context);
}

async function drawFilm(input: DrawInput<WantedFilm>, context: DrawContext): Promise<Drawing> {
  const { brief, wanted, evidence: brand, jobId } = input;
  const { script, texts, seconds, width, height } = wanted;
  const { wishes } = readDirection(input.direction ?? undefined, wishNames(texts));
  const sound = await soundOf(wishes, input, context);
  const film = await finishFilm({ brief, script, options: { size: { width, height }, seconds }, ...sound, context });
  const { models } = wanted;
  const voice = film.sound?.voiceName;
  const provenance = provenanceOf(brief, [studioMaker], { voice, used: usedIn(film.made, models) });
  const { generator, digital_source_type: digitalSourceType } = provenance;
  const mp4 = markVideoProvenance(film.mp4, { generator, digitalSourceType, jobId });
  await context.write(videoFiles.film, mp4, 'video/mp4');
  await context.write(videoFiles.thumbnail, film.thumbnail, 'image/jpeg');
  await context.write(videoFiles.captions, await captionsOf(film, script), 'text/vtt');
  const video = madeVideo(film, mp4, input);
  const unmet = wishNotes(wishes, filmEvidence({ film, brief, script, texts }));
  const made = {
    video,
    notes: [...unmet, ...film.made.notes, ...(film.sound?.notes ?? []), ...leftOut(input, film.made)],
  };
  const notes = [...input.notes, ...script.notes, ...made.notes];
  const response = videoResponse({ video, script, brand, provenance, models, notes });
  return { summary: `Made a film of ${seconds} seconds, ${wanted.aspectRatio}.`, made, response };
}

/** Returns the models whose results a film shows: not those of clips if no scene shows a clip. */
function usedIn({ filmedScenes }: MadeFilm, models: ModelsReport | undefined): ModelsReport['models'] {
  return (models?.models ?? []).filter(({ port }) => port !== 'video' || filmedScenes.length > 0);
}

function madeVideo(
  { made, sound, checks }: FinishedFilm,
  mp4: Buffer,
  { brief, wanted: { width, height, models } }: DrawInput<WantedFilm>,
): MadeVideo {
  const { frames, framesPerSecond } = made.film;
  // A text that the writer of the script made up, such as a call to action, stands in the scenes only.
  const copy = drawnCopy(made.copy, (part) => brief.copy[part] !== '');
  return {
    ...{ file: videoFiles.film, width, height, bytes: mp4.length, sha256: sha256(mp4) },
    ...{ seconds: frames / framesPerSecond, framesPerSecond, hasAudio: sound !== null },
    ...{ seed: brief.seed, ...studioMaker, degraded: models?.degraded === true, voice: sound?.voiceName ?? null },
    ...{ shots: made.shots.map(({ layout }) => layout), scenes: filmedScenes(made, brief) },
    ...{ copy, hasLogo: made.hasLogo, checks },
  };
}

/** Returns the scenes of a film, each with the model whose clip it shows. */
function filmedScenes({ scenes, filmedScenes: shown }: MadeFilm, { clips = [] }: Brief): MadeVideo['scenes'] {
  const modelOf = (at: number) => (shown.includes(at) ? clips.find(({ scene }) => scene === at)?.model : undefined);
  return scenes.map((scene, at) => ({ ...scene, filmedBy: modelOf(at) }));
}

/** Returns how the film sounds, as far as the creative direction decides it. */
async function soundOf(
  wishes: readonly Wish[],
  { brief, wanted: { hasSound } }: DrawInput<WantedFilm>,
  context: DrawContext,
): Promise<Pick<FilmJob, 'hasSound' | 'speech' | 'noVoice' | 'isVoiceAlone'>> {
  if (refuses(wishes, 'voice')) return { hasSound, speech: null, noVoice: null };
  const speech = hasSound ? ((await recordedVoice(brief, context)) ?? (await installedVoice(context))) : null;
  return { hasSound, speech, isVoiceAlone: refuses(wishes, 'music') };
}

/**
 * Reads the script of the film. An invalid script is a permanent failure, because a retry would read the same script.
 */
async function readScript({ read }: StageContext): Promise<FilmScript> {
  const bytes = await read('script/script.json');
  if (bytes === undefined) throw new Error('The script of the film is missing.');
  try {
    return parseFilmScript(bytes.toString());
  } catch (error) {
    const reason = messageOf(error).replace(/\s+/gu, ' ');
    const sentence = clipped(`The script of the film cannot be used: ${reason}`, 500);
    throw new PermanentFailure('video_model_error', sentence, { cause: error });
  }
}

/**
 * Returns the captions of a film as WebVTT. They contain the spoken words or, for a film without a voice, the words on
 * the screen, for people who cannot see the screen.
 */
async function captionsOf({ made, sound }: FinishedFilm, { language }: FilmScript): Promise<Buffer> {
  const shown = made.scenes.map(({ startSeconds, endSeconds, onScreenText: text }) => ({
    startSeconds,
    endSeconds,
    text,
  }));
  const spoken = sound?.voiceName == null ? null : sound.cues;
  return Buffer.from(webVtt(spoken ?? (await captionCues(shown, language)), language));
}

function leftOut(
  { brief: { kit, pictures, clips = [] } }: DrawInput<WantedFilm>,
  { hasLogo, hasPicture, filmedScenes: shown }: MadeFilm,
): string[] {
  const unshown = clips.filter(({ scene }) => !shown.includes(scene));
  const hadPicture = pictures.some(({ role }) => role !== 'logo' && role !== 'reference');
  return [
    ...(kit.logo !== null && !hasLogo ? ['The logo was left out: no scene could place it.'] : []),
    ...(hadPicture && !hasPicture ? ['The pictures were left out: no scene could place them.'] : []),
    ...unshown.map(({ scene }) => `The clip of scene ${scene + 1} was left out: the film cannot show it.`),
  ];
}
