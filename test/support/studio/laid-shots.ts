import type { FilmScript } from '../../../src/schema/film-script.ts';
import type { Size } from '../../../src/studio/box.ts';
import type { Brief } from '../../../src/studio/brief.ts';
import { beatGrid } from '../../../src/studio/film/beats.ts';
import { aboveCaptions, captionPlace } from '../../../src/studio/film/scenes/captions.ts';
import { filmMaterials } from '../../../src/studio/film/scenes/film-materials.ts';
import { filmStyle } from '../../../src/studio/film/scenes/film-style.ts';
import { filmWords } from '../../../src/studio/film/scenes/film-words.ts';
import type { LaidShot } from '../../../src/studio/film/scenes/laid-shot.ts';
import { layOutShot } from '../../../src/studio/film/scenes/lay-out-shot.ts';
import { groundColorOf, placedShot } from '../../../src/studio/film/scenes/place-shot.ts';
import type { FilmSetting } from '../../../src/studio/film/scenes/shot-input.ts';
import { planShots } from '../../../src/studio/film/scenes/shot-plan.ts';
import { type Format, formatOf } from '../../../src/studio/format.ts';
import { textEngine } from '../../../src/studio/studio.ts';

export interface LaidFilm {
  shots: LaidShot[];
  /** Format of the film; its safe area is above the captions. */
  format: Format;
  setting: FilmSetting;
}

/** Lays out every shot of a film as `makeFilm` does, without motion. */
export async function laidFilm(
  brief: Brief,
  script: FilmScript,
  { size, seconds, hasVoice }: { size: Size; seconds: number; hasVoice: boolean },
): Promise<LaidFilm> {
  const engine = await textEngine();
  const [words, materials] = await Promise.all([filmWords(brief, script, engine), filmMaterials(brief, size)]);
  const grid = beatGrid(brief.tone, seconds);
  const hasPictures = materials.products.length + materials.photos.length > 0;
  const plan = planShots(script, words, { grid, hasVoice, hasPictures, tone: brief.tone });
  const whole = formatOf(size);
  const format = hasVoice ? aboveCaptions(whole) : whole;
  const setting: FilmSetting = {
    ...{ brief, words, materials, clips: [], format, engine, beatSeconds: grid.secondsPerBeat },
    captionPlace: hasVoice ? captionPlace(whole) : null,
    shape: filmStyle(brief, hasPictures).shape,
    onRejected: () => undefined,
  };
  const shots: LaidShot[] = [];
  for (const shot of plan.shots) {
    const earlier = shots.map(({ shot: before, scene }) => ({
      shot: before,
      layout: scene.layout,
      ground: groundColorOf(scene),
    }));
    const placed = placedShot(shot, { setting, shots: plan.shots, earlier });
    const judged = await layOutShot(setting, placed, (laid) => Promise.resolve({ made: laid, checks: [] }));
    shots.push(judged.made);
  }
  return { shots, format, setting };
}
