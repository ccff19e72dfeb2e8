import { readFileSync, writeFileSync } from 'node:fs';
import { makeFilm, type MadeFilm } from '../../src/studio/film/scenes/make-film.ts';
import type { QualityCheck } from '../../src/studio/brief.ts';
import type { Size } from '../../src/studio/box.ts';
import { readingCues } from '../../src/studio/sound/voice/cues.ts';
import type { FilmScript } from '../../src/schema/film-script.ts';
import { filmSheet } from './film-sheet.ts';
import type { GalleryFilm } from './film-briefs.ts';
import { writeFilm } from './film-files.ts';
import type { Collection } from './collection.ts';

const sizes: Record<string, Size> = {
  '9:16': { width: 1080, height: 1920 },
  '16:9': { width: 1920, height: 1080 },
  '1:1': { width: 1080, height: 1080 },
};

export interface FilmGalleryOptions {
  out: URL;
  ratios: readonly string[];
  /** Parts of the names of the films to draw. An empty list draws all. */
  names: readonly string[];
  onRejected: (layout: string, failed: QualityCheck[] | null) => void;
}

const soundScenes = ({ scenes }: MadeFilm, script: FilmScript) =>
  scenes.map((scene, at) => ({ ...scene, voiceover: script.scenes[at]?.voiceover ?? '' }));

/** Makes the sample films with their contact sheets and adds them to the gallery. */
export async function drawFilms(
  gallery: Collection,
  films: Record<string, GalleryFilm>,
  options: FilmGalleryOptions,
): Promise<void> {
  const { out, ratios, names } = options;
  let made = 0;
  for (const [name, film] of Object.entries(films)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    const sheets: DrawnSheet[] = [];
    for (const ratio of ratios) {
      const drawn = await drawSheet(name, film, ratio, options);
      if (drawn !== undefined) sheets.push(drawn);
    }
    const ratio = ratios[made % ratios.length] ?? '9:16';
    made += 1;
    const size = sizes[ratio] ?? { width: 1080, height: 1920 };
    const { video, poster, waveform, checks } = await writeFilm(name, film, { out, size, seconds: lengthOf(film) });
    await gallery.add(readFileSync(new URL(poster, out)), {
      ...{ group: 'film', brief: name, ratio, layout: 'film', language: film.script.language, direction: null },
      ...{ checks, notes: [factsOf(film), ...sheets.map((sheet) => `${sheet.ratio}: ${sheet.shots}`)] },
      ...{ video, sheets: [waveform, ...sheets.map(({ path }) => path)] },
    });
  }
}

interface DrawnSheet {
  ratio: string;
  path: string;
  shots: string;
}

const lengthOf = ({ script }: GalleryFilm): number =>
  Math.round(script.scenes.reduce((sum, scene) => sum + scene.seconds, 0));

const factsOf = (film: GalleryFilm): string => `${film.brief.tone}, ${lengthOf(film)} seconds`;

async function drawSheet(
  name: string,
  film: GalleryFilm,
  ratio: string,
  { out, onRejected }: FilmGalleryOptions,
): Promise<DrawnSheet | undefined> {
  const size = sizes[ratio];
  if (size === undefined) return undefined;
  const { brief, script, spoken } = film;
  const started = performance.now();
  const hasVoice = spoken === true;
  const silent = await makeFilm(brief, script, { size, seconds: lengthOf(film), onRejected, hasVoice });
  const made = hasVoice
    ? await silent.withCaptions(await readingCues(soundScenes(silent, script), script.language))
    : silent;
  const took = Math.round(performance.now() - started);
  const path = `film-${name}-${ratio.replace(':', 'x')}.png`;
  writeFileSync(new URL(path, out), await filmSheet(made.film));
  const failed = made.checks
    .filter(({ passed }) => !passed)
    .map(({ check, value, limit }) => `${check} ${value}/${limit}`);
  const layouts = made.shots.map(({ layout }) => layout);
  console.log('film', name, ratio, layouts.join(' '), `${took} ms`, failed.join(', '), made.notes.join(' '));
  return { ratio, path, shots: layouts.join(', ') };
}
