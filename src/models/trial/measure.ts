import type { ModelAnswer } from '../model-task.ts';

/** Measured facts of a result. */
export interface Measured {
  mediaType: string;
  bytes: number;
  /** Size of a picture in pixels, such as `1024x1024`. */
  size?: string;
}

/** Measures a result of a model. */
export async function measured({ bytes, mediaType }: ModelAnswer): Promise<Measured> {
  const facts = { mediaType, bytes: bytes.length };
  if (!mediaType.startsWith('image/')) return facts;
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  return { ...facts, size: `${width}x${height}` };
}
