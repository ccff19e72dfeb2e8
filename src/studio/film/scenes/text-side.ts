import type { Format } from '../../format.ts';
import type { OpenPicture } from '../../photo/open.ts';
import { coverCrop } from '../../photo/crop.ts';
import { partOf } from '../../box.ts';
import { seededChoice } from '../../seeded.ts';
import { detailOf } from '../../photo/crop-shares.ts';
import { hasNoSubject } from '../../photo/no-subject.ts';
import type { FilmPicture } from './film-materials.ts';
import type { FilmWords } from './film-words.ts';
import type { Brief } from '../../brief.ts';

/** Side of the text beside a photo: above or before it, or below or after it. */
export type TextSide = 'top' | 'bottom';

/** Part of the canvas on each side that is compared. */
const part = 0.42;
/** Difference of the shares of the subject on both sides below which the seed decides. */
const clearlyLess = 0.06;

/** Returns the side on which less of the subject or, without one, less detail of a photo is. */
export function textSideOf(
  picture: FilmPicture | null,
  { brief, format, words }: { brief: Pick<Brief, 'seed'>; format: Format; words: Pick<FilmWords, 'face'> },
): TextSide {
  const seeded = seededChoice(brief.seed, 'photo text side', ['top', 'bottom'] as const) ?? 'top';
  if (picture === null || picture.product !== null) return seeded;
  const isWide = format.shape === 'wide';
  // A person whom the network does not find has the head above.
  if (hasNoSubject(picture.picture) && !isWide) return 'bottom';
  const more = moreBefore(picture.picture, format);
  if (Math.abs(more) < clearlyLess) return seeded;
  const isFlipped = isWide && words.face.writingSystem.direction === 'rtl';
  return more > 0 === isFlipped ? 'top' : 'bottom';
}

/** Returns how much more of a photo is above or left than below or right, as a share of all of it. */
function moreBefore(photo: OpenPicture, format: Format): number {
  const subject = hasNoSubject(photo) ? detailOf(photo) : photo.analysis.subject;
  const seen = partOf(coverCrop(photo, format), photo);
  const size = format.shape === 'wide' ? { width: seen.width * part } : { height: seen.height * part };
  const first = { ...seen, ...size };
  const last = { ...first, x: seen.x + seen.width - first.width, y: seen.y + seen.height - first.height };
  return (subject.in(first) - subject.in(last)) / Math.max(1e-6, subject.in(seen));
}
