import type { FilmScript } from '../../schema/film-script.ts';
import type { Brief, QualityCheck } from '../../studio/brief.ts';
import { FilmPainter } from '../../studio/film/compose.ts';
import { EncoderError } from '../../studio/film/encoder-error.ts';
import { FilmMonitor } from '../../studio/film/film-monitor.ts';
import { type FilmOptions, type MadeFilm, makeFilm } from '../../studio/film/scenes/make-film.ts';
import { plainFilm } from '../../studio/film/plain-film.ts';
import { posterOf } from '../../studio/film/poster.ts';
import { renderFilm } from '../../studio/film/render-film.ts';
import { PermanentFailure, TransientFailure } from '../stage-errors.ts';
import type { StageContext } from '../stage.ts';
import { progressLog } from './progress-log.ts';

type FilmMaker = (brief: Brief, script: FilmScript, options: FilmOptions) => Promise<MadeFilm>;

/** Ways to make a film, the best first. The last passes every check. */
const makers: readonly { name: string; make: FilmMaker }[] = [
  { name: 'designed', make: makeFilm },
  { name: 'plain', make: plainFilm },
];

export interface FilmJob {
  brief: Brief;
  script: FilmScript;
  options: FilmOptions;
  context: Pick<StageContext, 'logger' | 'signal'>;
}

export interface FinishedFilm {
  made: MadeFilm;
  mp4: Buffer;
  thumbnail: Buffer;
  checks: QualityCheck[];
}

/**
 * Makes and encodes a film. If the film fails a quality check, makes a plainer film. Throws `PermanentFailure` if every
 * film fails a check or ffmpeg is missing, and `TransientFailure` if ffmpeg fails.
 */
export async function finishFilm(job: FilmJob): Promise<FinishedFilm> {
  const { logger, signal } = job.context;
  let failed: QualityCheck[] = [];
  for (const { name, make } of makers) {
    signal.throwIfAborted();
    const made = await make(job.brief, job.script, { ...job.options, signal });
    failed = made.checks.filter(({ passed }) => !passed);
    const finished = failed.length === 0 ? await encoded(made, job) : null;
    failed = finished?.checks.filter(({ passed }) => !passed) ?? failed;
    if (finished !== null && failed.length === 0) return finished;
    logger.warn({ film: name, failed }, 'the film fails quality checks; a plainer film is made');
  }
  const names = failed.map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
  throw new PermanentFailure('quality_gate', `No film passes every quality check: ${names.join(', ')}.`);
}

async function encoded(made: MadeFilm, { options, context }: FilmJob): Promise<FinishedFilm> {
  const { film } = made;
  const painter = new FilmPainter(film);
  const monitor = new FilmMonitor(film);
  const logProgress = progressLog(context.logger, film.frames);
  const mp4 = await renderFilm(painter, {
    wav: null,
    signal: context.signal,
    onFrame: (frame, pixels, isSame) => {
      monitor.observe(frame, pixels, isSame);
      logProgress(frame);
    },
  }).catch(encoderFailure);
  const thumbnail = await posterOf(painter, monitor.posterFrame);
  return { made, mp4, thumbnail, checks: [...made.checks, ...monitor.checks(options.seconds)] };
}

/** A missing program stays missing, but a lack of memory or disk space may be over at the next attempt. */
function encoderFailure(error: unknown): never {
  if (!(error instanceof EncoderError)) throw error;
  const sentence = `The video could not be encoded: ${error.message}`;
  if (error.reason === 'missing') throw new PermanentFailure('video_model_error', sentence, { cause: error });
  throw new TransientFailure(sentence, { cause: error });
}
