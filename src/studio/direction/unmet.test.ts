import { expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import type { Tone } from '../brief.ts';
import type { AdEvidence } from './ad-evidence.ts';
import { directionNotes } from './unmet.ts';

test.each<[Tone, Tone, boolean]>([
  ['bold', 'playful', true],
  ['playful', 'bold', true],
  ['bold', 'elegant', false],
  ['elegant', 'bold', false],
])('a direction that asks for a %s voice is followed by a %s one: %s', (voice, tone, isMet) => {
  const brief = briefOf({ name: 'Hazel', tone, light, dark, pictures: [], copy: { headline: 'Live tonight' } });
  const direction = { voice, clauses: [{ text: 'Asked', asks: { voice } }] };
  const ad: AdEvidence = {
    ...{ layout: 'badge', aspectRatio: '1:1', copy: brief.copy, hasLogo: false, shown: null, sizes: {}, dropped: [] },
    ...{ pictureShare: 0, pictures: 0, centre: null, lightness: 0.2, colored: 0.2, shareNear: () => 0 },
  };
  expect(directionNotes('field', { brief: { ...brief, direction }, ads: [ad] })).toHaveLength(isMet ? 0 : 1);
});
