import { isSame } from '../../words/words.ts';
import { comparable } from '../../words/comparable.ts';
import type { Brief } from '../brief.ts';
import { isForbidden } from '../direction/allowed-copy.ts';
import { dateIn, type DateLines } from './date-lines.ts';
import { copyParts } from './drawn-copy.ts';
import { type List, listIn, priced, type Row } from './lists.ts';

/** Texts of an ad beside its copy, and the list in the copy. All of them stand in the request or on the page. */
export interface Details {
  /** Text of the copy that is a list. */
  list: List | null;
  /** Text of the copy that states a date, in lines. */
  date: DateLines | null;
  /** Short facts about the product that no text of the copy states. */
  facts: readonly string[];
  /** Names and prices of pictures, by the descriptions of the pictures. */
  captions: ReadonlyMap<string, Row>;
}

export const noDetails: Details = { list: null, date: null, facts: [], captions: new Map() };

type Source = Pick<Brief, 'copy' | 'language' | 'facts' | 'pictures' | 'direction' | 'noText'>;

export const detailsOf = (brief: Source): Details =>
  brief.noText
    ? noDetails
    : {
        list: listIn(brief.copy),
        date: dateIn(brief.copy, brief.language),
        facts: factsOf(brief),
        captions: captionsOf(brief),
      };

function factsOf({ copy, facts, direction }: Source): string[] {
  const said = comparable(copyParts.map((part) => copy[part]).join(' '));
  const isSaid = (fact: string) => said.includes(comparable(fact)) || isSame(fact, copy.headline);
  return facts.filter((fact) => !isForbidden(fact, direction) && !isSaid(fact));
}

/**
 * Returns the descriptions of pictures that state a price, such as `Blue mug, €24`, as names with prices. Other
 * descriptions say what is seen and are not printed.
 */
function captionsOf({ pictures, direction }: Source): Map<string, Row> {
  const found = pictures.flatMap(({ alt }): [string, Row][] => {
    const row = alt === null || isForbidden(alt, direction) ? null : priced(alt);
    return row === null || alt === null ? [] : [[alt, row]];
  });
  return new Map(found);
}

/** Returns all texts of the details. */
export const textsIn = ({ list, date, facts, captions }: Details): string[] => [
  ...[...(list?.rows ?? []), ...(date?.lines ?? []), ...captions.values()].flatMap(({ label, value }) => [
    label,
    value,
  ]),
  ...facts,
];

/** Returns details with changed texts. */
export function detailsWith({ list, date, facts, captions }: Details, change: (text: string) => string): Details {
  const changed = ({ label, value }: Row): Row => ({ label: change(label), value: change(value) });
  return {
    list: list === null ? null : { ...list, rows: list.rows.map(changed) },
    date: date === null ? null : { ...date, lines: date.lines.map(changed) },
    facts: facts.map(change),
    captions: new Map(Array.from(captions, ([alt, row]) => [alt, changed(row)])),
  };
}

/** Returns details without the facts and captions that have characters which no font of the ad has. */
export function legibleDetails(details: Details, isLegible: (text: string) => boolean): Details {
  return {
    ...details,
    facts: details.facts.filter(isLegible),
    captions: new Map([...details.captions].filter(([, { label, value }]) => isLegible(label + value))),
  };
}
