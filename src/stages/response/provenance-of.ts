import type { Brief } from '../../studio/brief.ts';
import { studioSourceType } from '../../studio/provenance.ts';
import { programVersion } from '../../version.ts';

/**
 * Returns the `provenance` of an ad that the studio made from a brief (the input for drawing). `voiceName` is the name of
 * the speech model and voice of a film; null for an ad without a voice.
 */
export function provenanceOf({ pictures, kit }: Brief, voiceName: string | null = null) {
  const hasPictures = pictures.length > 0 || kit.logo !== null;
  return {
    generator: `adwright/${programVersion()}`,
    model: voiceName === null ? 'adwright-studio' : `adwright-studio, ${voiceName}`,
    digital_source_type: studioSourceType({ hasPictures, hasModelVoice: voiceName !== null }),
  };
}
