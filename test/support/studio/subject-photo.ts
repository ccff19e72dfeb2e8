import type { Box } from '../../../src/studio/box.ts';
import type { OpenPicture } from '../../../src/studio/photo/open.ts';
import { WeightGrid } from '../../../src/studio/photo/weight-grid.ts';

const cells = 100;

interface SubjectPhoto extends Partial<Pick<OpenPicture, 'width' | 'height' | 'role'>> {
  /** Box of the subject, in fractions of the photo. */
  subject: Box;
  /** True if a network has found the subject. Default: true. */
  isSure?: boolean;
  /** True if the ground is white. Default: false. */
  isOnWhite?: boolean;
}

const [black, white] = [new Uint8Array(3), new Uint8Array(3).fill(255)];

/** Returns a photo of 900 by 600 pixels whose subject fills exactly a box. Its pixels are white or a fine pattern. */
export function subjectPhoto({ subject, isSure = true, isOnWhite = false, ...given }: SubjectPhoto): OpenPicture {
  const isIn = (at: number, from: number, length: number) => at >= from && at < from + length;
  const weights = Float32Array.from({ length: cells * cells }, (_, at) => {
    const [x, y] = [((at % cells) + 0.5) / cells, (Math.floor(at / cells) + 0.5) / cells];
    return isIn(x, subject.x, subject.width) && isIn(y, subject.y, subject.height) ? 1 : 0;
  });
  const [width, height] = [given.width ?? 900, given.height ?? 600];
  const nothing = new Float32Array(cells * cells);
  return {
    ...{
      pixels: Buffer.alloc(width * height * 3, Buffer.from(isOnWhite ? white : [...black, ...white])),
      channels: 3,
      width,
      height,
      scale: 1,
      role: 'lifestyle',
      alt: null,
    },
    ...given,
    analysis: {
      ...{ width: cells, height: cells, scaleX: width / cells, scaleY: height / cells, light: nothing, busy: nothing },
      ...{
        kind: 'photo',
        lettering: [],
        subjects: [subject],
        subjectBox: subject,
        isSubjectSure: isSure,
        spans: false,
      },
      subject: new WeightGrid(weights, { width: cells, height: cells }),
      focus: [subject.x + subject.width / 2, subject.y + subject.height / 2],
    },
  };
}
