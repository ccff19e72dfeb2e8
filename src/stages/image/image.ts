import type { ImageAdSpec } from '../../schema/adjob.ts';
import { imageSize, parseAspectRatios } from '../../schema/aspect-ratio.ts';
import { markProvenance } from '../../studio/provenance.ts';
import { ConceptFile } from '../concept/concept-file.ts';
import { readKnown, type Known } from '../known.ts';
import { sha256 } from '../outputs.ts';
import type { Stage, StageContext } from '../stage.ts';
import { altText } from './alt-text.ts';
import { drawAd, missingParts } from './draw.ts';
import { makeBrief, type MadeBrief } from '../brief/make-brief.ts';
import { provenanceOf } from '../response/provenance-of.ts';
import { imageResponse, type FinishedAd } from './response.ts';

interface Wanted {
  file: string;
  aspectRatio: string;
  width: number;
  height: number;
}

/**
 * Stage that draws the ad in every requested aspect ratio, as `ad-1.png`, `ad-2.png` and so on. All images have the
 * same creative idea and the same texts.
 */
export const image: Stage = async (context) => {
  const { image: ad } = context.spec;
  if (ad === undefined) throw new Error('The AdJob has no image request.');
  const { resolution, referenceLayouts: referenceLayout } = ad.generationMetadata;
  const known = await readKnown(context);
  const concept = await readConcept(context, known);
  const wanted = wantedOf(ad);
  const made = await makeBrief(known, {
    context,
    concept,
    canvases: wanted,
    pictures: resolution === '4K' ? 'large' : 'usual',
    referenceLayout,
  });
  const ads: FinishedAd[] = [];
  for (const each of wanted) ads.push(await finishOne(each, made, context));
  const response = imageResponse({
    ads,
    resolution,
    concept: concept?.concept ?? null,
    brand: made.brand,
    provenance: provenanceOf(made.brief),
    notes: [...made.notes, ...missingParts(made.brief, ads)],
  });
  return { summary: `Drew ${wanted.map(({ aspectRatio }) => aspectRatio).join(', ')}.`, response };
};

function wantedOf({ generationMetadata: { aspectRatios, resolution } }: ImageAdSpec): Wanted[] {
  return parseAspectRatios(aspectRatios).map((ratio, at) => ({
    file: `ad-${at + 1}.png`,
    aspectRatio: ratio.text,
    ...imageSize(ratio, resolution),
  }));
}

async function readConcept(context: StageContext, { request }: Known): Promise<ConceptFile | undefined> {
  if (request.direction !== undefined) return undefined;
  const bytes = await context.read('concept/concept.json');
  return bytes === undefined ? undefined : ConceptFile.safeParse(JSON.parse(bytes.toString('utf8'))).data;
}

async function finishOne(wanted: Wanted, { brief, brand }: MadeBrief, context: StageContext): Promise<FinishedAd> {
  const { png: plain, ...rendered } = await drawAd(brief, wanted, context.signal);
  const { generator, digital_source_type: digitalSourceType } = provenanceOf(brief);
  const png = markProvenance(plain, { generator, digitalSourceType, jobId: context.input.jobId });
  await context.write(wanted.file, png, 'image/png');
  const alt = altText(rendered, {
    brand: brief.kit.name,
    product: brand.product?.name ?? null,
    language: brief.language,
    showsProduct: (brand.product?.images.length ?? 0) > 0,
  });
  return { ...wanted, bytes: png.length, sha256: sha256(png), rendered, altText: alt };
}
