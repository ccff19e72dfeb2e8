import type { Brief } from '../../studio/brief.ts';
import { studioSourceType } from '../../studio/provenance.ts';
import type { Maker } from '../../studio/studio-maker.ts';
import { programVersion } from '../../version.ts';

/**
 * Returns the `provenance` of an ad that was drawn from a brief by the given makers. `voice` is the name of the speech
 * model and voice of a film; null for an ad without a voice.
 */
export function provenanceOf({ pictures, kit }: Brief, makers: readonly Maker[], voice: string | null = null) {
  const hasPictures = pictures.length > 0 || kit.logo !== null;
  const models = [...new Set(makers.map(({ model }) => model)), ...(voice === null ? [] : [voice])];
  return {
    generator: `adwright/${programVersion()}`,
    model: models.join(', '),
    digital_source_type: studioSourceType({ hasPictures, hasModelVoice: voice !== null }),
  };
}
