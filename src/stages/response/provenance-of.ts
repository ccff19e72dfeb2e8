import type { ModelsReport } from '../../schema/models-report.ts';
import type { Brief } from '../../studio/brief.ts';
import { studioSourceType } from '../../studio/provenance.ts';
import type { Maker } from '../../studio/studio-maker.ts';
import { programVersion } from '../../version.ts';

/**
 * Returns the `provenance` of an ad that was drawn from a brief by the given makers. `voice` is the name of the speech
 * model and voice of a film; null for an ad without a voice. `used` are the models of the installation whose results the
 * ad shows.
 */
export function provenanceOf(
  { pictures, kit }: Brief,
  makers: readonly Maker[],
  { voice = null, used = [] }: { voice?: string | null | undefined; used?: ModelsReport['models'] | undefined } = {},
) {
  const hasPictures = pictures.length > 0 || kit.logo !== null;
  const names = [...makers, ...used].map(({ model }) => model);
  const models = [...new Set([...names, ...(voice === null ? [] : [voice])])];
  const isSynthetic = voice !== null || used.some(({ port }) => port !== 'cutout');
  return {
    generator: `adwright/${programVersion()}`,
    model: models.join(', '),
    digital_source_type: studioSourceType({ hasPictures, isSynthetic }),
  };
}
