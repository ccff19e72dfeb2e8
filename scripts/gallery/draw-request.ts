import { z } from 'zod';
import type { BrandExtract } from '../../src/schema/brand.ts';
import type { StoredBrief } from '../../src/schema/brief-file.ts';
import type { MadePicture } from '../../src/schema/made-file.ts';
import { concept } from '../../src/stages/concept/concept.ts';
import type { VerifiedBrief } from '../../src/stages/drawn/stored-brief.ts';
import { prepareImage, redrawImage } from '../../src/stages/image/image.ts';
import { inMemoryStage, type StageScene } from '../../test/support/stages/stage-scene.ts';
import type { GivenRequest } from './requests.ts';

export interface DrawnPicture extends MadePicture {
  png: Buffer;
}

/** Result of a request for images. */
export interface DrawnRequest {
  pictures: DrawnPicture[];
  /** Response of the job, without the ratios in `failed`. */
  response: Record<string, unknown>;
  notes: string[];
  brief: StoredBrief;
  /** Aspect ratios that could not be drawn. */
  failed: { ratio: string; reason: string }[];
}

export interface DrawOptions {
  /** Aspect ratios in place of those of the request. */
  ratios?: string | undefined;
  /** Factor of width and height. The quality checks are relative to the size of the canvas. */
  scale?: number;
  /** Output of the onboarding stage. */
  brand?: BrandExtract | undefined;
}

const Wanted = z.looseObject({
  ads: z.array(z.looseObject({ aspectRatio: z.string(), width: z.int(), height: z.int() })),
});
type Wanted = z.infer<typeof Wanted>;

type Given = Omit<GivenRequest, 'name' | 'type'>;

/** Prepares the brief of a request for images. Throws if it cannot be prepared. */
export async function prepareRequest(
  { body, ...given }: Given,
  { ratios, brand }: Omit<DrawOptions, 'scale'> = {},
): Promise<{ scene: StageScene; stored: VerifiedBrief }> {
  const request = ratios === undefined ? body : withRatios(body, ratios);
  const scene: StageScene = { stage: 'image', request, ...given, ...(brand && { brand }) };
  return { scene, stored: await prepareImage(inMemoryStage({ ...scene, concept: await conceptOf(scene) }).context) };
}

/**
 * Draws the images of a request with the code of the stages for the concept and for the images, without the network.
 * Throws if the brief cannot be prepared.
 */
export async function drawRequest(given: Given, { scale = 1, ...options }: DrawOptions = {}): Promise<DrawnRequest> {
  const { scene, stored } = await prepareRequest(given, options);
  const { file } = stored;
  const drawn: DrawnRequest = { pictures: [], response: {}, notes: file.notes, brief: file.brief, failed: [] };
  const draw = async (wanted: Wanted) => {
    const { context, written } = inMemoryStage(scene);
    const { made, response } = await redrawImage({ ...stored, file: { ...file, wanted } }, context);
    const pictures = (made.pictures ?? []).map((each) => ({ ...each, png: written.get(each.file) ?? Buffer.alloc(0) }));
    drawn.pictures.push(...pictures);
    drawn.response = response;
    drawn.notes = [...new Set([...drawn.notes, ...made.notes])];
  };
  const wanted = scaled(Wanted.parse(file.wanted), scale);
  await draw(wanted).catch(async () => {
    // One ratio that fails ends the job. Each ratio is drawn alone to learn which one it is.
    for (const ad of wanted.ads)
      await draw({ ...wanted, ads: [ad] }).catch((error: unknown) =>
        drawn.failed.push({ ratio: ad.aspectRatio, reason: error instanceof Error ? error.message : String(error) }),
      );
  });
  return drawn;
}

/** Returns what the stage for concepts writes. The pipeline skips it if the request has a direction. */
async function conceptOf(scene: StageScene): Promise<unknown> {
  const { context, written } = inMemoryStage({ ...scene, stage: 'concept' });
  if (context.request.direction !== undefined) return undefined;
  await concept(context);
  const json: unknown = JSON.parse(String(written.get('concept.json')));
  return json;
}

const withRatios = (body: Record<string, unknown>, ratios: string): Record<string, unknown> => ({
  ...body,
  generation_metadata: { ...Options.parse(body['generation_metadata'] ?? {}), aspect_ratios: ratios },
});

const Options = z.looseObject({});

const scaled = ({ ads, ...rest }: Wanted, by: number): Wanted => ({
  ...rest,
  ads: ads.map((ad) => ({ ...ad, width: Math.round(ad.width * by), height: Math.round(ad.height * by) })),
});
