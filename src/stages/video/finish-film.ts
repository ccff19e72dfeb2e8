import { hasErrorCode } from '../../files/error-code.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { SpeechModel } from '../../speech/port.ts';
import type { Brief, QualityCheck } from '../../studio/brief.ts';
import { type OpenClip, withClips } from '../../studio/film/clips/open-clips.ts';
import { FilmPainter } from '../../studio/film/compose.ts';
import { EncoderError } from '../../studio/film/encoder-error.ts';
import { FilmMonitor } from '../../studio/film/film-monitor.ts';
import { plainFilm } from '../../studio/film/plain-film.ts';
import { posterOf } from '../../studio/film/poster.ts';
import { renderFilm } from '../../studio/film/render-film.ts';
import { checkFilm } from '../../studio/film/rules/registry.ts';
import { type FilmOptions, type MadeFilm, makeFilm } from '../../studio/film/scenes/make-film.ts';
import { failedOf } from '../../studio/rules/limits.ts';
import { QualityGateError } from '../../studio/quality-gate-error.ts';
import type { FilmSound } from '../../studio/sound/make-sound.ts';
import { PermanentFailure, TransientFailure } from '../stage-errors.ts';
import type { StageContext } from '../stage.ts';
import { isSpoken, soundFor } from './film-sound.ts';
import { progressLog } from './progress-log.ts';

type FilmMaker = (brief: Brief, script: FilmScript, options: FilmOptions) => Promise<MadeFilm>;

/**
 * Ways to make a film, in the order in which they are tried. A film with clips is tried before them. The plain film passes every quality check of an image ad.
 */
const makers: readonly { name: string; make: FilmMaker }[] = [
  { name: 'designed', make: makeFilm },
  { name: 'plain', make: plainFilm },
];

export interface FilmJob {
  brief: Brief;
  script: FilmScript;
  options: Pick<FilmOptions, 'size' | 'seconds'>;
  hasSound: boolean;
  /** Speech model that speaks the voice-over. Null for a film without sound, and if no model is installed. */
  speech: SpeechModel | null;
  /**
   * Reason why `speech` is null, for a note in the response. Null if the film needs no voice, and no note. Default: no
   * speech model is installed.
   */
  noVoice?: string | null;
  /** True for a film whose sound is the voice alone. A film without a voice has music anyway. */
  isVoiceAlone?: boolean;
  context: Pick<StageContext, 'logger' | 'signal'>;
  /** Name or path of the ffmpeg program. */
  program?: string;
}

export interface FinishedFilm {
  /** Name of the maker that made the film: `filmed` with clips, `designed` or `plain`. */
  way: string;
  made: MadeFilm;
  /** Null for a silent film. */
  sound: FilmSound | null;
  mp4: Buffer;
  thumbnail: Buffer;
  checks: QualityCheck[];
}

/** A maker of the film, the best first. */
type Way = (typeof makers)[number];

/**
 * Makes and encodes a film. If the film with the clips of its brief fails, makes it without them. If the film fails a quality check or cannot be made, makes a plainer film. Throws
 * `PermanentFailure` if every film fails a check or ffmpeg is missing, and `TransientFailure` if ffmpeg fails.
 */
export function finishFilm(job: FilmJob, ways = makers): Promise<FinishedFilm> {
  const options = { signal: job.context.signal, ...(job.program !== undefined && { program: job.program }) };
  return withClips(job.brief.clips ?? [], options, (clips) => finished(job, withFilmed(ways, clips))).catch(
    encoderFailure,
  );
}

/** Returns the ways to make a film, before them the best one with clips. */
function withFilmed(ways: readonly Way[], clips: readonly OpenClip[]): readonly Way[] {
  const [best] = ways;
  if (clips.length === 0 || best === undefined) return ways;
  const make: FilmMaker = (brief, script, options) => best.make(brief, script, { ...options, clips });
  return [{ name: 'filmed', make }, ...ways];
}

async function finished(job: FilmJob, ways: readonly Way[]): Promise<FinishedFilm> {
  const { logger, signal } = job.context;
  const plainest = ways.at(-1);
  let failed: QualityCheck[] = [];
  for (const way of ways) {
    const { name, make } = way;
    signal.throwIfAborted();
    const result = await attempted(make, job).catch((error: unknown) => {
      if (way === plainest || signal.aborted || isFailure(error)) throw error;
      logger.error({ err: error, film: name }, 'the film cannot be made; the next plainer film is tried');
      return { failed: [] };
    });
    if ('mp4' in result) return { way: name, ...result };
    failed = result.failed;
    logger.warn({ film: name, failed }, 'the film fails quality checks; the next plainer film is tried');
  }
  const names = failed.map(({ check, value, limit }) => `${check} ${value} (limit ${limit})`);
  throw new PermanentFailure('quality_gate', `No film passes every quality check: ${names.join(', ')}.`);
}

/** Reports whether an error comes from ffmpeg or the machine. A plainer film would fail too, so none is tried. */
const isFailure = (error: unknown): boolean =>
  error instanceof PermanentFailure || error instanceof TransientFailure || hasErrorCode(error, 'ENOSPC', 'EDQUOT');

type Encoded = Omit<FinishedFilm, 'way'>;

interface Failed {
  failed: QualityCheck[];
}

async function attempted(make: FilmMaker, job: FilmJob): Promise<Encoded | Failed> {
  const whole = await withSound(make, job).catch(failedLayout);
  if ('failed' in whole) return whole;
  const before = failedOf([...whole.made.checks, ...(whole.sound?.checks ?? [])]);
  if (before.length > 0) return { failed: before };
  const made = await encoded(whole, job);
  const failed = failedOf(made.checks);
  return failed.length > 0 ? { failed } : made;
}

function failedLayout(error: unknown): Failed {
  if (error instanceof QualityGateError) return { failed: error.checks };
  throw error;
}

/** A film and its sound track. */
interface WholeFilm {
  made: MadeFilm;
  sound: FilmSound | null;
}

/**
 * Makes a film and its sound. If the voice fails, makes the film again without a voice, because a film without a voice
 * shows on the screen what the voice would have said.
 */
async function withSound(make: FilmMaker, job: FilmJob): Promise<WholeFilm> {
  const { brief, script, options, speech, context, hasSound } = job;
  const hasVoice = hasSound && isSpoken(script, speech);
  const made = await make(brief, script, { ...options, hasVoice, signal: context.signal });
  if (!hasSound) return { made, sound: null };
  const sound = await soundFor(made, job).catch(encoderFailure);
  if (sound.voiceName !== null) return { made: await made.withCaptions(sound.cues), sound };
  if (!hasVoice) return { made, sound };
  return withSound(make, { ...job, speech: null, ...(sound.noVoice !== null && { noVoice: sound.noVoice }) });
}

async function encoded({ made, sound }: WholeFilm, { options, context, program }: FilmJob): Promise<Encoded> {
  const { film } = made;
  const painter = new FilmPainter(film);
  const monitor = new FilmMonitor(film);
  const logProgress = progressLog(context.logger, film.frames);
  const mp4 = await renderFilm(painter, {
    sound: sound?.mp4 ?? null,
    ...(program !== undefined && { program }),
    signal: context.signal,
    onFrame: (frame, pixels, isSame) => {
      monitor.observe(frame, pixels, isSame);
      logProgress(frame);
    },
  }).catch(encoderFailure);
  const thumbnail = await posterOf(painter, monitor.posterFrame);
  const checks = await checkFilm('encoded', { film, frames: monitor, wantedSeconds: options.seconds, mp4 });
  return { made, sound, mp4, thumbnail, checks: [...made.checks, ...(sound?.checks ?? []), ...checks] };
}

/**
 * Converts a failure of ffmpeg to a failure of the stage, and throws it. A retry does not help if the program is
 * missing, but a lack of memory or disk space may be over at the next attempt.
 */
function encoderFailure(error: unknown): never {
  if (!(error instanceof EncoderError)) throw error;
  const sentence = `The video could not be encoded: ${error.message}`;
  if (error.reason === 'missing') throw new PermanentFailure('video_model_error', sentence, { cause: error });
  throw new TransientFailure(sentence, { cause: error });
}
