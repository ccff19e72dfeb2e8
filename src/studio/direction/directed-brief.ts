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

/**
 * Returns the pictures that a direction allows. If it refuses people, lifestyle pictures are left out, because they may
 * show people, unless there is no other picture.
 */
function allowedPictures(pictures: readonly Picture[], { picture, people }: Direction): Picture[] {
  if (picture === 'none') return [];
  const alone = pictures.filter(({ role }) => role !== 'lifestyle');
  return people === 'none' && alone.length > 0 ? alone : [...pictures];
}
