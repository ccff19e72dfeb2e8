import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pino from 'pino';
import { openKokoro } from '../../src/speech/kokoro/kokoro-speech.ts';
import { finishFilm } from '../../src/stages/video/finish-film.ts';
import type { QualityCheck } from '../../src/studio/brief.ts';
import type { Size } from '../../src/studio/box.ts';
import type { GalleryFilm } from './film-briefs.ts';

const run = promisify(execFile);

/** Names of the files of a film, in the folder of the gallery. */
export interface FilmFiles {
  video: string;
  poster: string;
  waveform: string;
  checks: QualityCheck[];
}

/** Makes the film of a script as the video stage does. Writes the film, its thumbnail and the waveform of its sound. */
export async function writeFilm(
  name: string,
  { brief, script }: GalleryFilm,
  { out, size, seconds }: { out: URL; size: Size; seconds: number },
): Promise<FilmFiles> {
  const files = { video: `film-${name}.mp4`, poster: `film-${name}.jpg`, waveform: `film-${name}-sound.png` };
  const film = await finishFilm({
    brief,
    script,
    options: { size, seconds },
    hasSound: true,
    speech: await openKokoro(fileURLToPath(new URL('../../voices', import.meta.url))),
    context: { logger: pino({ level: 'silent' }), signal: new AbortController().signal },
  });
  writeFileSync(new URL(files.video, out), film.mp4);
  writeFileSync(new URL(files.poster, out), film.thumbnail);
  const [source, target] = [files.video, files.waveform].map((file) => fileURLToPath(new URL(file, out)));
  const picture = 'showwavespic=s=1200x160:colors=0x3b5bdb:split_channels=0';
  await run('ffmpeg', [
    '-loglevel',
    'error',
    '-y',
    '-i',
    source ?? '',
    '-filter_complex',
    picture,
    '-frames:v',
    '1',
    target ?? '',
  ]);
  return { ...files, checks: film.checks };
}
