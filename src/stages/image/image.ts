import type { SceneOptions } from './painted-background.ts';
import { z } from 'zod';
import { ImageAdSpec } from '../../ads/image/request.ts';
import { readJson } from '../../domain/json-text.ts';
import { sha256 } from '../../files/sha256.ts';
import { imageSize, parseAspectRatios } from '../../schema/aspect-ratio.ts';
import { mergedReports, ModelsReport } from '../../schema/models-report.ts';
import type { MadePicture } from '../../schema/made-file.ts';
import type { Brief } from '../../studio/brief.ts';
import { markProvenance } from '../../studio/provenance.ts';
import { showsName } from '../../studio/photo/logo-name.ts';
import { openLogo } from '../../studio/materials.ts';
import { withLook } from '../../studio/studio.ts';
import { adEvidence, type AdEvidence } from '../../studio/direction/ad-evidence.ts';
import { directionNotes, type DrawnDirection, referenceNotes, unmetDirections } from '../../studio/direction/unmet.ts';
import { studioMaker } from '../../studio/studio-maker.ts';
import { makeBrief } from '../brief/make-brief.ts';
import { ConceptFile } from '../concept/concept-file.ts';
import { drawnStage, type DrawContext, type DrawInput, type Drawing } from '../drawn/drawn-stage.ts';
import type { Prepared } from '../drawn/stored-brief.ts';
import { readBrandFacts, type BrandFacts } from '../brand-facts.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import { openDesk } from '../models/open-desk.ts';
import { provenanceOf } from '../response/provenance-of.ts';
import type { StageContext } from '../stage.ts';
import { altText } from './alt-text.ts';
import { drawAd, missingParts } from './draw.ts';
import { imageResponse } from './image-response.ts';

const WantedAd = z.object({ file: z.string(), aspectRatio: z.string(), width: z.int(), height: z.int() });
type WantedAd = z.infer<typeof WantedAd>;

/** Task of an image job: the ads in their sizes, and the concept for the response. */
const WantedImages = z.object({
  resolution: z.string(),
  concept: z.string().nullable(),
  ads: z.array(WantedAd),
  models: ModelsReport.optional(),
});
type WantedImages = z.infer<typeof WantedImages>;

/**
 * Stage that draws the ad in every requested aspect ratio, as `ad-1.png`, `ad-2.png` and so on. All images have the
 * same creative idea and the same texts.
 */
export const {
  stage: image,
  prepare: prepareImage,
  redraw: redrawImage,
} = drawnStage<WantedImages>({
  wanted: WantedImages,
  prepare: prepareImages,
  draw: drawImages,
});

async function prepareImages(context: StageContext): Promise<Prepared<WantedImages>> {
  const ad = ImageAdSpec.parse(context.ad);
  const { resolution, referenceLayouts: referenceLayout } = ad.generationMetadata;
  const known = await readBrandFacts(context);
  const concept = await readConcept(context, known);
  const ads = adsOf(ad);
  const desk = await openDesk(context, 'image_model_error');
  const { brief, brand, notes } = await makeBrief(known, {
    context,
    desk,
    concept,
    canvases: ads,
    pictures: resolution === '4K' ? 'large' : 'usual',
    referenceLayout,
  });
  const isDirected = known.request.direction !== undefined;
  const painted = await withScene(await headed(brief, known), desk, { signal: context.signal, isDirected });
  const models = mergedReports([concept?.models, desk?.report]);
  const wanted = { resolution, concept: concept?.concept ?? null, ads, models };
  const looked = await withLook(painted, ads);
  return { brief: looked, direction: known.request.direction ?? null, evidence: brand, notes, wanted };
}

/** Returns the brief with a scene that a model has painted, if one is configured. Nothing of models is loaded without. */
async function withScene(brief: Brief, desk: ModelDesk | null, options: SceneOptions): Promise<Brief> {
  if (desk?.has('image') !== true) return brief;
  return (await import('./painted-background.ts')).withPaintedScene(brief, desk, options);
}

/**
 * Returns the brief of an image, with the name of the brand once: in its logo, else as the headline of an ad without
 * headline and offer, else where the logo would be or beside it. The host of a page, which stands in for a name that is
 * not known, is not set beside a logo.
 */
async function headed(brief: Brief, { brand }: BrandFacts): Promise<Brief> {
  const { kit, copy, noText } = brief;
  if (noText || kit.name === null) return brief;
  const logo = await openLogo(kit);
  if (brand.name === null || kit.name !== brand.name)
    return logo === null ? brief : { ...brief, kit: { ...kit, name: null } };
  if (!isBare(brief)) return brief;
  if (logo !== null && showsName(logo.cutOut, kit.name))
    return { ...brief, copy: { ...copy, headline: copy.subheadline, subheadline: '' } };
  return { ...brief, copy: { ...copy, headline: kit.name }, kit: { ...kit, name: null } };
}

const isBare = ({ copy, direction }: Brief): boolean =>
  copy.headline === '' && copy.offer === '' && direction.refused?.includes('headline') !== true;

async function drawImages(input: DrawInput<WantedImages>, context: DrawContext): Promise<Drawing> {
  const { brief, wanted, evidence: brand, notes } = input;
  const pictures: MadePicture[] = [];
  const ads: AdEvidence[] = [];
  for (const ad of wanted.ads) {
    const { picture, evidence } = await drawOne(ad, input, context);
    pictures.push(picture);
    ads.push(evidence);
  }
  // A concept is no wish of the client: a sentence that the ads do not follow is left out of it.
  const isAsked = input.direction !== null;
  const directed = isAsked ? directionNotes('generation_metadata.user_direction', { brief, ads }) : [];
  const model = referenceNotes('generation_metadata.reference_layouts', { brief, ads });
  const made = { pictures, notes: [...directed, ...model, ...missingParts(brief, pictures)] };
  const response = imageResponse({
    pictures,
    resolution: wanted.resolution,
    concept: isAsked ? wanted.concept : metConcept(wanted.concept, { brief, ads }),
    brand,
    provenance: provenanceOf(brief, pictures, { used: wanted.models?.models }),
    models: wanted.models,
    notes: [...notes, ...made.notes],
  });
  return { summary: `Drew ${wanted.ads.map(({ aspectRatio }) => aspectRatio).join(', ')}.`, made, response };
}

function metConcept(concept: string | null, drawn: DrawnDirection): string | null {
  const unmet = unmetDirections(drawn).map(({ clause }) => clause);
  return concept === null ? null : unmet.reduce((text, clause) => text.replace(clause, '').trim(), concept);
}

function adsOf({ generationMetadata: { aspectRatios, resolution } }: ImageAdSpec): WantedAd[] {
  return parseAspectRatios(aspectRatios).map((ratio, at) => ({
    file: `ad-${at + 1}.png`,
    aspectRatio: ratio.text,
    ...imageSize(ratio, resolution),
  }));
}

async function readConcept(context: StageContext, { request }: BrandFacts): Promise<ConceptFile | undefined> {
  if (request.direction !== undefined) return undefined;
  const bytes = await context.read('concept/concept.json');
  return bytes === undefined ? undefined : ConceptFile.safeParse(readJson(bytes.toString('utf8'))).data;
}

/** Draws and stores one ad. The PNG is not kept, because six 4K images would not fit into the memory of a stage. */
async function drawOne(
  { file, aspectRatio, ...size }: WantedAd,
  { brief, evidence: brand, jobId, wanted: { models } }: DrawInput<WantedImages>,
  { write, signal }: DrawContext,
): Promise<{ picture: MadePicture; evidence: AdEvidence }> {
  const drawn = await drawAd(brief, size, signal);
  const evidence = await adEvidence(drawn, aspectRatio);
  const { generator, digital_source_type: digitalSourceType } = provenanceOf(brief, [studioMaker], {
    used: models?.models,
  });
  const png = markProvenance(drawn.png, { generator, digitalSourceType, jobId });
  await write(file, png, 'image/png');
  const alt = altText(drawn, {
    brand: brief.kit.name ?? brand.name,
    product: brand.product?.name ?? null,
    language: brief.language,
    showsProduct: (brand.product?.images.length ?? 0) > 0,
  });
  const { width, height, layout, copy, dropped, hasLogo, shown, checks, places, score } = drawn;
  const picture: MadePicture = {
    ...{ file, aspectRatio, width, height, bytes: png.length, sha256: sha256(png), altText: alt },
    ...{
      layout,
      seed: brief.seed,
      ...studioMaker,
      degraded: models?.degraded === true,
      copy,
      dropped: [...dropped],
      hasLogo,
      shown,
      checks,
      places,
      score,
    },
  };
  return { picture, evidence };
}
