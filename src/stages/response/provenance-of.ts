import type { Brief } from '../../studio/brief.ts';
import { studioSourceType } from '../../studio/provenance.ts';
import { programVersion } from '../../version.ts';

/** Returns the `provenance` of an ad that the studio made from a brief (the input for drawing). */
export function provenanceOf({ pictures, kit }: Brief) {
  return {
    generator: `adwright/${programVersion()}`,
    model: 'adwright-studio',
    digital_source_type: studioSourceType({ hasPictures: pictures.length > 0 || kit.logo !== null }),
  };
}
