import Table from 'cli-table3';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { onlySure } from '../../src/stages/only-sure.ts';
import type { Half, Labels } from './labels.ts';
import { isAccepted, printedWords, score, showsOne, type Field } from './score.ts';
import { cell, halvesOf, tally, type Result } from './tables.ts';

/** Things of a page that an ad shows: in print, in its colours, or, like the price, in a film. */
const things = ['name', 'headline', 'second line', 'action', 'price', 'picture', 'logo', 'colours'] as const;
type Thing = (typeof things)[number];

/** A thing that an ad shows, and whether it is right by the labels. A thing that is left out is in no list. */
interface Shown {
  thing: Thing;
  isRight: boolean;
}

/** Returns what an ad shows of a site, as far as it is labelled, with nothing in the request but addresses of pages. */
export function shownThings(labels: Labels, found: BrandExtract | undefined): Shown[] {
  if (found === undefined) return [];
  const extract = onlySure(found);
  const passed = new Map(score(labels, extract).map(({ field, passed: isRight }) => [field, isRight]));
  const byField = (thing: Thing, field: Field, isShown: boolean): Shown[] => {
    const isRight = passed.get(field);
    return isShown && isRight !== undefined ? [{ thing, isRight }] : [];
  };
  const { product } = extract;
  const { cta } = printedWords(extract);
  return [
    ...byField('name', 'name', extract.name !== null),
    ...lines(labels, extract),
    ...byField('action', 'action', cta !== ''),
    ...byField('price', 'price', product !== null && product.price !== null),
    ...picture(labels, extract),
    ...byField('logo', 'logo', extract.logo !== null),
    ...byField('colours', 'primary', extract.colors.length > 0),
  ];
}

function lines(labels: Labels, extract: BrandExtract): Shown[] {
  const { headline, subheadline } = printedWords(extract);
  const { headlines, supports } = labels;
  const names = namesOf(labels);
  const shown: Shown[] = [];
  if (headline !== '' && headlines !== undefined)
    shown.push({ thing: 'headline', isRight: isAccepted(headline, [...headlines, ...names]) });
  if (subheadline !== '' && supports !== undefined)
    shown.push({ thing: 'second line', isRight: isAccepted(subheadline, supports) });
  return shown;
}

const namesOf = ({ name, product }: Labels): string[] => [
  ...name,
  ...(product === undefined || product === false ? [] : product.name),
];

function picture({ product: label, pictures }: Labels, { product, pictures: found }: BrandExtract): Shown[] {
  const wanted = label === undefined || label === false ? pictures : label.pictures;
  const shown = product?.images[0] ?? found[0]?.url;
  return shown === undefined || wanted === undefined ? [] : [{ thing: 'picture', isRight: showsOne(shown, wanted) }];
}

/** Reports whether an ad of a site has a headline that says more than a name. */
export function saysMore(labels: Labels, extract: BrandExtract | undefined): boolean {
  const { headline } = printedWords(extract);
  return headline !== '' && !isAccepted(headline, namesOf(labels));
}

/**
 * Returns a table of what the ads show of the sites, in a column for each group: how many of the shown things are right,
 * how many ads have everything right, and how many have a headline that says more than a name.
 */
export function shownTable(results: readonly Result[]): string {
  const present = halvesOf(results);
  const table = new Table({ head: ['of what an ad shows', ...present], style: { head: [], border: [] } });
  const column = (half: Half, of: (result: Result) => boolean[]): string =>
    cell(
      tally(
        results
          .filter(({ site }) => site.half === half)
          .flatMap(of)
          .map((passed) => ({ passed })),
      ),
    );
  const row = (title: string, of: (result: Result) => boolean[]): void => {
    table.push([title, ...present.map((half) => column(half, of))]);
  };
  for (const thing of things)
    row(thing, ({ site, extract }) =>
      shownThings(site.labels, extract).flatMap((shown) => (shown.thing === thing ? [shown.isRight] : [])),
    );
  row('everything right', ({ site, extract }) => [
    extract !== undefined && shownThings(site.labels, extract).every(({ isRight }) => isRight),
  ]);
  row('a headline that says more than a name', ({ site, extract }) => [saysMore(site.labels, extract)]);
  return table.toString();
}
