import { expect, test } from '@jest/globals';
import { briefOf, samplePicture } from '../../../../scripts/gallery/briefs.ts';
import { sage } from '../../../../scripts/gallery/palettes.ts';
import { filmMaterials, type FilmPicture } from './film-materials.ts';
import { pictureFor } from './picture-choice.ts';
import type { Shot } from './shot-plan.ts';

test('the end card has the first picture that it can show, and not one that must stay whole', async () => {
  const brief = briefOf({ name: 'Kiln & Co', tone: 'natural', ...sage, pictures: [samplePicture('morning')] });
  const { photos, logo } = await filmMaterials(brief, { width: 432, height: 768 });
  const [photo] = photos;
  if (photo === undefined) throw new Error('the sample is no photo');
  const { picture } = photo;
  const poster: FilmPicture = {
    ...photo,
    picture: { ...picture, analysis: { ...picture.analysis, kind: 'lettered' } },
  };
  const shot: Shot = {
    ...{ startSeconds: 0, endSeconds: 2, scene: 0, role: 'call_to_action', subject: 'end_card', parts: [] },
    ...{ isHeld: false, holds: false, isFilmed: false, saysItself: false },
  };
  const materials = { products: [], photos: [poster, photo], logo };
  expect(pictureFor(shot, { materials, earlier: [], sceneTexts: [''] }).picture).toBe(photo);
});
