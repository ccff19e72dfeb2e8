import type { Cutout } from '../../cutout/port.ts';
import { messageOf } from '../../files/error-code.ts';
import type { Picture } from '../../studio/brief.ts';
import { needsMask } from '../../studio/materials.ts';
import { encodeMask } from '../../studio/photo/mask.ts';
import { AccessExpired, PermanentFailure } from '../stage-errors.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import type { StageContext } from '../stage.ts';

type MaskContext = Pick<StageContext, 'cutoutDir' | 'logger' | 'signal'>;

/**
 * Returns the pictures, with the masks of those for which the studio uses one. Without the network, or if it fails,
 * the studio finds the subjects of pictures by its own rules.
 */
export async function withMasks(
  pictures: Picture[],
  context: MaskContext,
  open: (folder: string) => Promise<Cutout | null> = openInstalled,
): Promise<Picture[]> {
  const shown = pictures.filter(({ role }) => role !== 'logo' && role !== 'reference');
  const cutout = shown.length === 0 ? null : await open(context.cutoutDir);
  if (cutout === null) return pictures;
  try {
    const masks = await masksOf(shown, cutout, context);
    return pictures.map((picture) => masked(picture, masks.get(picture)));
  } finally {
    await cutout.close();
  }
}

const masked = (picture: Picture, mask: Buffer | undefined): Picture =>
  mask === undefined ? picture : { ...picture, mask };

/** Returns the masks that were made. After the first failure, no further mask is requested. */
async function masksOf(
  pictures: readonly Picture[],
  cutout: Cutout,
  { logger, signal }: MaskContext,
): Promise<ReadonlyMap<Picture, Buffer>> {
  const masks = new Map<Picture, Buffer>();
  try {
    for (const picture of pictures)
      if (await needsMask(picture)) masks.set(picture, await encodeMask(await cutout.maskOf(picture.bytes, signal)));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PermanentFailure || error instanceof AccessExpired) throw error;
    logger.warn({ reason: messageOf(error) }, 'failed to find the subject of a picture; the studio uses its own rules');
  }
  return masks;
}

/** Returns a function that opens the models of a stage, with the installed network behind them. */
export const openWith =
  (desk: ModelDesk | null) =>
  async (folder: string): Promise<Cutout | null> => {
    if (desk?.has('cutout') !== true) return openInstalled(folder);
    const { DeskCutout } = await import('./desk-cutout.ts');
    return new DeskCutout(desk, () => openInstalled(folder));
  };

/** Opens the installed network. Only its own process loads ONNX Runtime. */
async function openInstalled(folder: string): Promise<Cutout | null> {
  return (await import('../../cutout/u2netp/u2netp-cutout.ts')).openU2netp(folder);
}
