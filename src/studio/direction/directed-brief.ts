import type { Direction } from '../../schema/direction.ts';
import type { Brief, Picture } from '../brief.ts';
import { allowedCopy, refusesAllTexts } from './allowed-copy.ts';

type Undirected = Omit<Brief, 'direction'>;

/** Returns a brief that follows a direction: without what it refuses, and in the voice that it asks for. */
export function directedBrief(brief: Undirected, direction: Direction): Brief {
  const { refused = [], voice } = direction;
  return {
    ...brief,
    direction,
    tone: voice ?? brief.tone,
    copy: allowedCopy(brief.copy, direction),
    noText: brief.noText || refusesAllTexts(direction),
    pictures: allowedPictures(brief.pictures, direction),
    kit: {
      ...brief.kit,
      name: refused.includes('name') ? null : brief.kit.name,
      logo: refused.includes('logo') ? null : brief.kit.logo,
    },
  };
}

/** A photo of a place or of people may show people; a picture of the product is used instead if there is one. */
function allowedPictures(pictures: readonly Picture[], { picture, people }: Direction): Picture[] {
  if (picture === 'none') return [];
  const alone = pictures.filter(({ role }) => role !== 'lifestyle');
  return people === 'none' && alone.length > 0 ? alone : [...pictures];
}
