import type { Metadata } from 'sharp';
import { coefficientBytes, frameOf, readJpeg } from './jpeg/jpeg-file.ts';
import type { FileKind } from './sniff.ts';

/**
 * Maximum memory in bytes, as estimated, for decoding one picture. The rest of the stage needs memory too, and the
 * stage is killed at 512 MB.
 */
const decodeBytesMax = 230_000_000;

/**
 * Returns why a picture needs too much memory to decode; undefined if it does not. Formats that cannot be decoded line
 * by line hold the whole picture in memory, some of them several times. The numbers of bytes per pixel were measured
 * with libvips 8.18 on pictures of 12 to 50 megapixels.
 */
export function memoryRefusal(bytes: Buffer, metadata: Metadata, kind: FileKind): string | undefined {
  const megapixels = (metadata.width * metadata.height) / 1e6;
  if (megapixels * 1e6 * bytesPerPixel(bytes, metadata, kind) <= decodeBytesMax) return undefined;
  return `the picture would take too much memory to decode (${kind.toUpperCase()}, ${Math.round(megapixels)} megapixels)`;
}

function bytesPerPixel(bytes: Buffer, metadata: Metadata, kind: FileKind): number {
  if (kind === 'avif') return 18;
  if (kind === 'gif' || kind === 'webp') return 6;
  if (!metadata.isProgressive) return 1;
  if (kind === 'jpeg') return jpegBytesPerPixel(bytes);
  return (metadata.channels * bitsOf(metadata)) / 8 + 2;
}

/** Bytes per pixel of a progressive JPEG. A JPEG whose header cannot be read counts as one of four components. */
function jpegBytesPerPixel(bytes: Buffer): number {
  const frame = frameOf(readJpeg(bytes));
  return (frame === undefined ? 8 : coefficientBytes(frame)) + 0.5;
}

const bitsOf = ({ depth }: Metadata): number => (depth === 'ushort' || depth === 'short' ? 16 : 8);
