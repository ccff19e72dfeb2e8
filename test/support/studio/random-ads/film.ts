import { pino } from 'pino';
import { type FilmScript, parseFilmScript } from '../../../../src/schema/film-script.ts';
import { VideoAdSpec } from '../../../../src/ads/video/request.ts';
import { videoSizes } from '../../../../src/ads/video/video-size.ts';
import { makeBrief } from '../../../../src/stages/brief/make-brief.ts';
import { readBrandFacts } from '../../../../src/stages/brand-facts.ts';
import { script as scriptStage } from '../../../../src/stages/script/script.ts';
import { PermanentFailure } from '../../../../src/stages/stage-errors.ts';
import type { Size } from '../../../../src/studio/box.ts';
import { type FinishedFilm, finishFilm } from '../../../../src/stages/video/finish-film.ts';
import { FakeSpeech } from '../fake-speech.ts';
import { inMemoryStage } from '../../stages/stage-scene.ts';
import { storedEgress } from '../../network/stored-egress.ts';
import { picturePool, pictureUrl } from './pictures.ts';
import type { RandomAd } from './requests.ts';

/** A finished film, and the lines that were logged about rejected films. */
export interface RandomFilm extends FinishedFilm {
  script: FilmScript;
  logged: string[];
}

/** Makes the film of a request. Returns null if the request has neither text nor pictures. */
export type MakeRandomFilm = (ad: RandomAd) => Promise<RandomFilm | null>;

/**
 * Returns a function that writes the script of a request and makes and encodes its film, with a made-up voice. `scale`
 * shrinks the canvas, which the checks allow: their limits are relative to the canvas.
 */
export async function filmMaker(scale = 1): Promise<MakeRandomFilm> {
  const pool = await picturePool();
  const egress = storedEgress(Object.fromEntries([...pool].map(([name, bytes]) => [pictureUrl(name), bytes])));
  return async ({ request, jobId }) => {
    const { context, written } = inMemoryStage({ stage: 'script', type: 'video_ad', request, jobId, egress });
    if (!(await isWritten(scriptStage(context)))) return null;
    const script = parseFilmScript(String(written.get('script.json')));
    const {
      aspectRatio,
      targetDuration: seconds,
      generateSound: hasSound,
    } = VideoAdSpec.parse(context.ad).generationMetadata;
    const size = scaled(videoSizes[aspectRatio], scale);
    const { brief } = await makeBrief(await readBrandFacts(context), { context, concept: undefined, canvases: [size] });
    const logged: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
    const film = await finishFilm({
      ...{ brief, script, hasSound, options: { size, seconds }, context: { ...context, logger } },
      speech: hasSound ? new FakeSpeech() : null,
    });
    return { ...film, script, logged };
  };
}

async function isWritten(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof PermanentFailure && error.code === 'no_narratives') return false;
    throw error;
  }
}

/** Returns the scaled size, rounded to even numbers as a film needs. */
const scaled = ({ width, height }: Size, by: number): Size => ({
  width: 2 * Math.round((width * by) / 2),
  height: 2 * Math.round((height * by) / 2),
});
