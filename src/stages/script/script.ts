import { VideoAdSpec } from '../../ads/video/request.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import { gatherPictures } from '../../studio/pictures/gather.ts';
import { pictureLoader } from '../../studio/pictures/load.ts';
import { writeScript } from '../../studio/script/write-script.ts';
import { candidatesOf } from '../brief/make-brief.ts';
import { readBrandFacts, type BrandFacts } from '../brand-facts.ts';
import { openDesk } from '../models/open-desk.ts';
import { sourcesOf } from '../models/sources-of.ts';
import { PermanentFailure } from '../stage-errors.ts';
import type { Stage, StageContext } from '../stage.ts';
import { scriptMaterial } from './script-material.ts';

/**
 * Stage that writes `script.json`: the story, the voice-over and the scenes of a film. Fails with `no_narratives` if
 * there is neither a text nor a usable picture. Pictures are fetched only if there is no text.
 */
export const script: Stage = async (context) => {
  const ad = VideoAdSpec.parse(context.ad);
  const known = await readBrandFacts(context);
  const material = scriptMaterial(known, ad, context.input.jobId);
  const written = writeScript(material);
  if (!hasText(written) && !(await hasPicture(known, context))) throw noNarratives();
  const desk = await openDesk(context, 'video_model_error');
  const byModel = desk && (await import('./script-by-model.ts')).scriptByModel;
  const made = await byModel?.(material, { desk, written, sources: sourcesOf(known), signal: context.signal });
  const file: FilmScript = { ...(made ?? written), ...(desk !== null && { models: desk.report }) };
  await context.write('script.json', Buffer.from(JSON.stringify(file)), 'application/json');
  return { summary: `Wrote a script of ${file.scenes.length} scenes.` };
};

const hasText = ({ scenes }: FilmScript): boolean =>
  scenes.some(({ voiceover, on_screen_text: shown }) => voiceover !== '' || shown !== '');

const noNarratives = (): PermanentFailure =>
  new PermanentFailure('no_narratives', 'There is neither a text nor a usable picture to tell a story with.');

/** Any size will do: the pictures are fetched only to learn whether one of them can be decoded. */
const canvases = [{ width: 1080, height: 1080 }];

async function hasPicture(known: BrandFacts, { egress, signal }: StageContext): Promise<boolean> {
  const { pictures, logo } = await gatherPictures(candidatesOf(known), pictureLoader({ egress, signal, canvases }));
  return pictures.length > 0 || logo !== null;
}
