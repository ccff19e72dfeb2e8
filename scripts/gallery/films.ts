import { writeFileSync } from 'node:fs';
import { makeFilm, type MadeFilm } from '../../src/studio/film/scenes/make-film.ts';
import type { QualityCheck } from '../../src/studio/brief.ts';
import type { Size } from '../../src/studio/box.ts';
import { readingCues } from '../../src/studio/sound/voice/cues.ts';
import type { FilmScript } from '../../src/schema/film-script.ts';
import { filmSheet } from './film-sheet.ts';
import type { GalleryFilm } from './film-briefs.ts';

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
  onRejected: (layout: string, failed: QualityCheck[]) => void;
}

const soundScenes = ({ scenes }: MadeFilm, script: FilmScript) =>
  scenes.map((scene, at) => ({ ...scene, voiceover: script.scenes[at]?.voiceover ?? '' }));

/** Makes the sample films and draws a contact sheet of each. */
export async function drawFilms(
  films: Record<string, GalleryFilm>,
  { out, ratios, names, onRejected }: FilmGalleryOptions,
): Promise<void> {
  for (const [name, { brief, script, spoken }] of Object.entries(films)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    for (const ratio of ratios) {
      const size = sizes[ratio];
      if (size === undefined) continue;
      const seconds = Math.round(script.scenes.reduce((sum, scene) => sum + scene.seconds, 0));
      const started = performance.now();
      const silent = await makeFilm(brief, script, { size, seconds, onRejected, hasVoice: spoken === true });
      const made =
        spoken === true
          ? await silent.withCaptions(await readingCues(soundScenes(silent, script), script.language))
          : silent;
      const took = Math.round(performance.now() - started);
      writeFileSync(new URL(`film-${name}-${ratio.replace(':', 'x')}.png`, out), await filmSheet(made.film));
      const failed = made.checks
        .filter(({ passed }) => !passed)
        .map(({ check, value, limit }) => `${check} ${value}/${limit}`);
      console.log(
        'film',
        name,
        ratio,
        made.film.scenes.length,
        'shots,',
        made.shots.join(' '),
        `${took} ms`,
        failed.join(', '),
        made.notes.join(' '),
      );
    }
  }
}
