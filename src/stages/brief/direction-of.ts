import type { Direction, ReferencePicture } from '../../schema/direction.ts';
import { merged } from '../../studio/direction/asks.ts';
import { readDirection } from '../../studio/direction/read-direction.ts';
import { comparable } from '../../words/comparable.ts';
import { wishNames } from '../../studio/script/wishes/wish-names.ts';
import type { BrandFacts } from '../brand-facts.ts';
import type { ConceptFile } from '../concept/concept-file.ts';

/**
 * Returns the direction of an ad: what the request asks for, else what the concept describes. A picture that serves as
 * a model decides what neither of them does.
 */
export function directionOf(
  known: BrandFacts,
  concept: ConceptFile | undefined,
  reference: ReferencePicture | undefined,
): Direction {
  const asked =
    concept === undefined ? readDirection(known.request.direction, known.language, nounsOf(known)) : conceived(concept);
  return reference === undefined ? asked : withReference(asked, reference);
}

/**
 * Returns the direction of a film as far as its pictures and colours follow it. Which texts a film has, and when, is
 * decided by its script.
 */
export function filmDirection(known: BrandFacts): Direction {
  const { refused: _, wanted: __, ...look } = directionOf(known, undefined, undefined);
  return look;
}

function conceived({ sentences = [] }: ConceptFile): Direction {
  return {
    ...merged(sentences.map(({ asks }) => asks)),
    clauses: sentences.filter(({ asks }) => Object.keys(asks).length > 0),
  };
}

/** Share of empty space in the model from which on the picture of the ad is small. */
const spareShare = 0.75;

function withReference(direction: Direction, reference: ReferencePicture): Direction {
  const { place, empty } = reference.composition;
  const picture = place === 'full' ? 'full' : place !== 'none' && empty >= spareShare ? 'small' : undefined;
  return { ...direction, reference, ...(direction.picture === undefined && picture !== undefined && { picture }) };
}

/** Returns the words for the product that the request or the page uses. */
function nounsOf({ brand: { name, product } }: BrandFacts) {
  const names = wishNames({ product: product?.name ?? null, brand: name, description: product?.description ?? null });
  const said = comparable([name, product?.name, product?.description].join(' '));
  return {
    isProductNoun: (word: string): boolean =>
      word.length > 2 && said.includes(word.replace(/s$/u, '')) && names.isProductNoun(word),
  };
}
