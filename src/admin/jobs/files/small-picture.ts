import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { ArtifactStore } from '../../../artifacts/port.ts';
import { bytes, problem, type Answer } from '../../../http/answer.ts';
import { unavailable } from '../../../objects/store-error.ts';
import { fileHeaders, type ServedFile } from './file-answer.ts';
import { mediaTypeOfBytes } from './media-type.ts';

/** Widths in pixels to which a picture may be reduced. */
export const smallWidths: readonly number[] = [120, 240, 480, 960];

/** Largest file and largest picture that are decoded. A decoded picture takes 4 bytes a pixel. */
const fileBytesMax = 32 * 1024 * 1024;
const pixelsMax = 50_000_000;
const decodeSecondsMax = 10;
/** Number of pictures that are decoded at a time, and of those that may wait. */
const atOnce = 1;
const waitingMax = 50;

/**
 * Reduces pictures. Only PNG, JPEG and WebP are decoded, never SVG. The number of pictures that are decoded or wait is
 * limited; above it, the response is 503.
 */
export class SmallPictures {
  readonly #limit = pLimit(atOnce);
  readonly #artifacts: Pick<ArtifactStore, 'open'>;

  constructor(artifacts: Pick<ArtifactStore, 'open'>) {
    this.#artifacts = artifacts;
  }

  async answer(file: ServedFile, tag: string, width: number): Promise<Answer> {
    const type = 'image/webp';
    const headers = fileHeaders({ type, name: `${width}-${file.name}`, tag });
    if (this.#limit.pendingCount >= waitingMax) return problem('unavailable', { headers: { 'Retry-After': '2' } });
    const made = await this.#limit(() => this.#reduced(file, width));
    return made === undefined ? problem('not_found') : bytes(200, type, made, headers);
  }

  async #reduced({ key, offset, bytes: length }: ServedFile, width: number): Promise<Buffer | undefined> {
    if (length === 0 || length > fileBytesMax) return undefined;
    const source = await this.#artifacts.open(key, { start: offset, end: offset + length - 1 }).catch(unreadable);
    const picture = source && (await buffer(source).catch(unreadable));
    if (picture === undefined || mediaTypeOfBytes(picture)?.startsWith('image/') !== true) return undefined;
    // Loaded with the first picture, because the library takes 30 MB of memory.
    const { default: sharp } = await import('sharp');
    return sharp(picture, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 })
      .timeout({ seconds: decodeSecondsMax })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => undefined);
  }
}

function unreadable(error: unknown): never {
  throw unavailable('the artifact store', error);
}
