import sharp from 'sharp';
import type { Picture } from '../brief.ts';

const jpegQuality = 92;

/** Returns pictures in black and white, turned as their EXIF data say. */
export async function greyPictures(pictures: readonly Picture[]): Promise<Picture[]> {
  const grey: Picture[] = [];
  for (const picture of pictures) {
    const drawn = sharp(picture.bytes).autoOrient().greyscale().toColourspace('srgb');
    const bytes = picture.hasAlpha
      ? await drawn.png().toBuffer()
      : await drawn.jpeg({ quality: jpegQuality }).toBuffer();
    grey.push({ ...picture, bytes });
  }
  return grey;
}
