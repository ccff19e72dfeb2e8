import { clipped } from '../../domain/clipped.ts';
import { messageOf } from '../../files/error-code.ts';
import { type FilmScript, parseFilmScript } from '../../schema/film-script.ts';
import { videoSizes } from '../../schema/video-size.ts';
import type { Brief, Copy } from '../../studio/brief.ts';
import { captionCues } from '../../studio/film/caption-cues.ts';
import { webVtt } from '../../studio/film/captions.ts';
import type { MadeFilm } from '../../studio/film/scenes/make-film.ts';
import { markVideoProvenance } from '../../studio/provenance.ts';
import { makeBrief } from '../brief/make-brief.ts';
import { readKnown } from '../known.ts';
import { sha256 } from '../outputs.ts';
import { provenanceOf } from '../response/provenance-of.ts';
import { PermanentFailure } from '../stage-errors.ts';
import type { Stage, StageContext } from '../stage.ts';
import { installedVoice } from './film-sound.ts';
import { type FinishedFilm, finishFilm } from './finish-film.ts';
import { videoFiles, videoResponse } from './response.ts';

/**
 * Stage that makes the film of a script: writes the film as `ad.mp4`, one of its frames as `thumbnail.jpg`, and its
 * captions as `captions.vtt`.
 */
export const video: Stage = async (context) => {
  const { video: ad } = context.spec;
  if (ad === undefined) throw new Error('The AdJob has no video request.');
  const { aspectRatio, targetDuration: seconds, generateSound: hasSound } = ad.generationMetadata;
  const size = videoSizes[aspectRatio];
  const [known, script] = await Promise.all([readKnown(context), readScript(context)]);
  const { brief, brand, notes } = await makeBrief(known, { context, concept: undefined, canvases: [size] });
  const speech = hasSound ? await installedVoice(context) : null;
  const film = await finishFilm({ brief, script, options: { size, seconds }, hasSound, speech, context });
  const { made, sound, mp4, thumbnail, checks } = film;
  const provenance = provenanceOf(brief, sound?.voiceName);
  const marked = markVideoProvenance(mp4, {
    generator: provenance.generator,
    digitalSourceType: provenance.digital_source_type,
    jobId: context.input.jobId,
  });
  await context.write(videoFiles.film, marked, 'video/mp4');
  await context.write(videoFiles.thumbnail, thumbnail, 'image/jpeg');
  await context.write(videoFiles.captions, await captionsOf(film, script), 'text/vtt');
  const { frames, framesPerSecond } = made.film;
  const response = videoResponse({
    video: {
      ...size,
      seconds: frames / framesPerSecond,
      framesPerSecond,
      bytes: marked.length,
      sha256: sha256(marked),
      hasAudio: sound !== null,
    },
    script,
    scenes: made.scenes,
    copy: givenOf(made.copy, brief.copy),
    brand,
    checks,
    provenance,
    notes: [...notes, ...script.notes, ...made.notes, ...(sound?.notes ?? []), ...leftOut(brief, made)],
  });
  return { summary: `Made a film of ${seconds} seconds, ${aspectRatio}.`, response };
};

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

/**
 * Returns the drawn texts that the request or a page gave. A text that the writer of the script made up, such as a call
 * to action, stands in the scenes only.
 */
const givenOf = (drawn: Copy, given: Copy): Copy => ({
  headline: given.headline === '' ? '' : drawn.headline,
  subheadline: given.subheadline === '' ? '' : drawn.subheadline,
  cta: given.cta === '' ? '' : drawn.cta,
  offer: given.offer === '' ? '' : drawn.offer,
  price: given.price === '' ? '' : drawn.price,
});

const leftOut = (brief: Brief, { hasLogo }: MadeFilm): string[] =>
  brief.kit.logo !== null && !hasLogo ? ['The logo was left out: no scene could place it.'] : [];
