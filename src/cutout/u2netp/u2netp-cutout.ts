import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { mallocSettings } from '../../launch/stage-memory.ts';
import { areInstalled } from '../../models/installed/model-file.ts';
import { ModelProcess } from '../../models/installed/model-process.ts';
import type { Cutout, Mask } from '../port.ts';
import { networkSide, weightsFile, type MaskRequest } from './u2netp-files.ts';

/**
 * Returns the network U²-Net-p with the weights in a folder, or null if they are not there. `make cutout` installs
 * them.
 */
export async function openU2netp(folder: string): Promise<Cutout | null> {
  if (!(await areInstalled(folder, [weightsFile]))) return null;
  const file = fileURLToPath(import.meta.url).replace(/u2netp-cutout(\.\w+)$/, 'u2netp-process$1');
  return new U2netp(new ModelProcess({ file, folder, name: 'network of the cut-outs', environment: mallocSettings }));
}

/** Maximum time for one mask, in milliseconds. On two busy cores, a mask takes 1 to 2 s. */
const timeoutMs = 20_000;
/** Maximum number of pixels of a picture. */
const pixelsMax = 50_000_000;

class U2netp implements Cutout {
  readonly #process: ModelProcess<MaskRequest, Uint8Array>;

  constructor(process: ModelProcess<MaskRequest, Uint8Array>) {
    this.#process = process;
  }

  async maskOf(file: Buffer, signal: AbortSignal): Promise<Mask> {
    const [width, height] = [networkSide, networkSide];
    const rgb = await sharp(file, { failOn: 'error', limitInputPixels: pixelsMax, pages: 1 })
      .autoOrient()
      .toColorspace('srgb')
      .resize(width, height, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .removeAlpha()
      .raw()
      .toBuffer();
    const values = await this.#process.run({ rgb }, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    return { values, width, height };
  }

  close(): Promise<void> {
    return this.#process.stop();
  }
}
