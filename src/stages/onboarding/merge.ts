import type { BrandExtract, BrandLogo, BrandProduct, SourcedText } from '../../schema/brand.ts';
import type { Subject } from '../../words/rules.ts';
import { isSureEnough } from '../../studio/copy/costs.ts';
import { productHeadline } from '../../words/product-headline.ts';
import { evidence, facts, type Evidence, type Features } from './evidence.ts';
import type { Findings, LogoValue, PictureValue } from './findings.ts';
import type { PageRole } from './page.ts';
import { pictureKey } from './picture-names.ts';
import { rankActions } from './rank/action.ts';
import type { Ranked } from './rank/candidates.ts';
import { brandColours } from './rank/colour.ts';
import { brandFonts } from './rank/font.ts';
import { rankHeadlines } from './rank/headline.ts';
import { rankLanguages } from './rank/language.ts';
import { rankLogos } from './rank/logo.ts';
import { rankNames, type FoundNames, type NameSubject } from './rank/name.ts';
import { rankSupports, type Beside } from './rank/support.ts';
import { pictureCandidates, rankMainPictures, rankProductPictures, type PictureSubject } from './rank/picture.ts';
import { rankPrices } from './rank/price.ts';
import { rankProductNames } from './rank/product-name.ts';
import { cleanLines, cleanText, textMax } from './text.ts';

const listMax = 12;
const picturesMax = 16;
export interface Reading {
  role: PageRole;
  findings: Findings;
}

function all<T>(readings: Reading[], pick: (findings: Findings) => T[]): T[] {
  return readings.flatMap(({ findings }) => pick(findings));
}

/**
 * Returns the texts with the spaces of the painted page. The source of a page may lack the space between two parts of a
 * text that styles put on lines of their own.
 */
function asPainted(found: readonly Evidence<string>[]): Evidence<string>[] {
  const painted = new Map(
    found.flatMap(({ value, source }) => (source === 'painted' ? [[unspaced(value), value] as const] : [])),
  );
  return found.map((one) => ({ ...one, value: painted.get(unspaced(one.value)) ?? one.value }));
}

const unspaced = (text: string): string => text.replaceAll(' ', '');

const listed = (ranked: readonly Ranked<string>[]): SourcedText[] =>
  ranked
    .slice(0, listMax)
    .map(({ value, source, confidence }) => ({ text: value, source, confidence: rounded(confidence) }));

/** Returns the readings that the words of an ad are taken from: those of the product's page, without one all. */
function wordReadings(readings: Reading[]): { readings: Reading[]; features: Features } {
  const ofProduct = readings.filter(({ role }) => role === 'product');
  const isOfProduct = ofProduct.length > 0;
  return { readings: isOfProduct ? ofProduct : readings, features: facts({ 'product-page': isOfProduct }) };
}

/** Returns the texts whose sentences may be the second line of an ad. */
export function supportEvidence(readings: Reading[], product: BrandProduct | null): Evidence<string>[] {
  const { readings: chosen, features } = wordReadings(readings);
  const found = [
    ...chosen.flatMap(({ findings }) => findings.subheadlines),
    ...evidence(product?.description, product?.source ?? 'page', { 'product-description': 1 }),
  ];
  return found.flatMap((one) =>
    evidence(cleanLines(one.value, textMax.description), one.source, { ...one.features, ...features }),
  );
}

/** Returns the texts of buttons that may be the call to action of an ad. */
export function actionEvidence(readings: Reading[]): Evidence<string>[] {
  const isBeside = readings.some(({ role }) => role === 'product');
  return asPainted(
    readings.flatMap(({ role, findings }) =>
      findings.ctas.flatMap(({ value, source, features }) =>
        evidence(cleanText(value, textMax.copy), source, {
          ...features,
          ...facts({ 'product-page': role === 'product', 'other-page': isBeside && role !== 'product' }),
        }),
      ),
    ),
  );
}

/**
 * Returns what may be the headline of an ad: the headlines of the pages, the name of the product, and the texts that
 * describe the brand or the product. An ad for the product of a page takes none from other pages.
 */
export function headlineEvidence(readings: Reading[], product: BrandProduct | null): Evidence<string>[] {
  const ofProduct = product === null ? [] : readings.filter(({ role }) => role === 'product');
  const isOfProduct = ofProduct.length > 0;
  const ofPages = (isOfProduct ? ofProduct : readings).flatMap(({ findings }) => {
    const described = findings.subheadlines
      .filter((one) => isDescription(one, isOfProduct))
      .map(({ value, source }) => ({ value, source, features: { support: 1 } }));
    return [...findings.headlines, ...described].map((one) => ({
      ...one,
      features: { ...one.features, ...facts({ 'product-page': isOfProduct }) },
    }));
  });
  const name = product && productHeadline(product.name ?? '');
  const features = { 'product-name': product?.confidence ?? 0, ...facts({ 'product-page': isOfProduct }) };
  return [...ofPages, ...evidence(name, 'page', features)];
}

/** Returns what may be a headline of the other pages, if one page is that of the product. */
function brandLineEvidence(readings: Reading[]): Evidence<string>[] {
  const others = readings.filter(({ role }) => role !== 'product');
  return others.length < readings.length ? headlineEvidence(others, null) : [];
}

/** Reports whether a text describes the brand, or stands below the main heading. */
const isDescription = ({ features }: Evidence<string>, isOfProduct: boolean): boolean =>
  features['written.below'] === 1 || (!isOfProduct && (features['description'] === 1 || features['open-graph'] === 1));

/** Returns the readings of the product page; without one, of all pages: a page of the brand may have one product. */
function readingsOfProduct(readings: Reading[]): Reading[] {
  const ofPage = readings.filter(({ role }) => role === 'product');
  return ofPage.length > 0 ? ofPage : readings;
}

/** Returns what may be the name and the price of the product. */
export function productEvidenceOf(readings: Reading[]): Pick<Findings, 'productNames' | 'prices'> {
  const some = readingsOfProduct(readings);
  return { productNames: all(some, ({ productNames }) => productNames), prices: all(some, ({ prices }) => prices) };
}

/** Places that describe the product of a page, best first. */
const descriptionPlaces = [
  'structured',
  'microdata',
  'open-graph',
  'structured.unsure',
  'written',
  'description',
] as const;

/** Merges what was found about the product into one. */
function mergeProduct(readings: Reading[], brand: string | null): BrandProduct | null {
  const { productNames, prices } = productEvidenceOf(readings);
  const [name] = rankProductNames(productNames, brand);
  if (name === undefined) return null;
  const [price] = rankPrices(prices);
  const described = all(readingsOfProduct(readings), ({ descriptions }) => descriptions);
  const descriptions = descriptionPlaces.flatMap((place) => described.filter(({ features }) => place in features));
  return {
    name: name.value,
    description: descriptions[0]?.value ?? null,
    price: price?.value.price ?? null,
    currency: price?.value.currency ?? null,
    images: picturesOf(rankProductPictures(...productPictureEvidence(readings, name.value))),
    source: name.source,
    confidence: rounded(name.confidence),
    ...(price && { certainty: rounded(price.confidence) }),
  };
}

/** Returns the URLs of the pictures that surely show the product; without one, the main picture of its page. */
function picturesOf(all: Ranked<PictureValue>[]): string[] {
  const surest = sure(all, 'productPicture');
  return (surest.length > 0 ? surest : sure(all, 'picture').slice(0, 1)).map(({ value }) => value.url);
}

type FoundPictures = [found: Evidence<PictureValue>[], subject: PictureSubject];

/** Returns what may be pictures of the product with a name. */
export function productPictureEvidence(readings: Reading[], name: string | null): FoundPictures {
  const logos = readings.flatMap((reading) => rankLogos(logosOf([reading]))[0]?.value.url ?? []);
  const found = all(readingsOfProduct(readings), ({ pictures }) => pictures);
  return [found, { name, taken: new Set(logos.map(pictureKey)) }];
}

/** Returns what may be the main picture of an ad for the brand: what its pages show besides logos. */
export function mainPictureEvidence(readings: Reading[], name: string | null): FoundPictures {
  const ofBrand = readings.filter(({ role }) => role === 'brand');
  const logos = readings.flatMap(likelyLogos);
  return [all(ofBrand, ({ pictures }) => pictures), { name, taken: new Set(logos.map(pictureKey)) }];
}

/** Returns the pictures of the brand. An ad for the product of a page has none: they may show other products. */
function mergePictures(
  readings: Reading[],
  brand: string | null,
  product: BrandProduct | null,
): BrandExtract['pictures'] {
  if (product !== null && readings.some(({ role }) => role === 'product')) return [];
  const ofProduct = new Set((product?.images ?? []).map(pictureKey));
  return sure(rankMainPictures(...mainPictureEvidence(readings, brand)), 'picture')
    .filter(({ value }) => !ofProduct.has(pictureKey(value.url)))
    .map(({ value, source, confidence }) => ({ ...value, source, confidence: rounded(confidence) }));
}

/** Returns notes on pictures that were found but are not sure enough to be shown. */
function pictureNotes(readings: Reading[], product: BrandProduct | null, shown: BrandExtract['pictures']): string[] {
  const [what, found, used] =
    product === null
      ? ['the brand', mainPictureEvidence(readings, null), shown.length]
      : ['the product', productPictureEvidence(readings, null), product.images.length];
  if (used > 0 || pictureCandidates(...found).length === 0) return [];
  return [`No picture of ${what} was taken from its page, because none is sure enough to show it.`];
}

/** Returns the pictures that an ad may show, best first. */
const sure = (all: Ranked<PictureValue>[], kind: 'picture' | 'productPicture'): Ranked<PictureValue>[] =>
  all.filter(({ confidence }) => isSureEnough(kind, confidence)).slice(0, picturesMax);

const rounded = (confidence: number): number => Math.round(confidence * 100) / 100;

/** Returns what may be the logo of the brand. */
export const logosOf = (readings: Reading[]): Evidence<LogoValue>[] => all(readings, ({ logos }) => logos);

/** Minimum probability (0 to 1) of a logo that is no picture of the page. */
const likelyLogoMin = 0.2;

function likelyLogos(reading: Reading): string[] {
  const likely = rankLogos(logosOf([reading])).filter(
    ({ confidence, features }) => confidence >= likelyLogoMin || 'icon' in features,
  );
  return likely.map(({ value: { url, file } }) => file ?? url);
}

function logoOf(identity: Reading[]): BrandLogo | null {
  const [logo] = rankLogos(logosOf(identity));
  return logo === undefined ? null : { url: logo.value.url, source: logo.source, confidence: rounded(logo.confidence) };
}

/** Returns what an ad probably prints besides its second line. */
export const besideSupport = (
  headlines: readonly SourcedText[],
  ctas: readonly SourcedText[],
  product: BrandProduct | null,
): Beside => ({ headline: headlines[0]?.text ?? product?.name ?? '', action: ctas[0]?.text ?? '' });

/**
 * Minimum probability (0 to 1) of the name of a brand. On all labelled websites, that of the best candidate is higher; a
 * page on which it is lower says no name, and the candidate is another text of the page.
 */
const nameMin = 0.6;

/** Returns the names that were found on the page of the identity and on the other pages. */
export function nameEvidence(identity: Reading[], readings: Reading[]): FoundNames {
  const namesOf = (some: Reading[]) => all(some, ({ names }) => names);
  return {
    identity: namesOf(identity),
    others: namesOf(readings.filter((each) => !identity.includes(each))),
    isProductPage: identity.every(({ role }) => role === 'product'),
  };
}

function nameOf(found: FoundNames, subject: NameSubject): Pick<BrandExtract, 'name' | 'nameConfidence'> {
  const best = rankNames(found, subject).find(({ confidence }) => confidence >= nameMin);
  return best === undefined ? { name: null } : { name: best.value, nameConfidence: rounded(best.confidence) };
}

/**
 * Merges everything that was found on all web pages. Name, colours, fonts and logo are taken from `identity` (the first
 * readable page), texts from all pages.
 */
export function merge(identity: Reading[], readings: Reading[], notes: string[]): BrandExtract {
  const language = rankLanguages(all(readings, ({ languages }) => languages))[0]?.value ?? null;
  const names = nameEvidence(identity, readings);
  // The name of the product depends on that of the brand, which is found without it first.
  const brand = nameOf(names, { product: null, language }).name;
  const product = mergeProduct(readings, brand);
  const ofPages = { product: product?.name ?? null, language };
  const named = nameOf(names, ofPages);
  const subject: Subject = { brand: named.name, ...ofPages };
  const headlines = listed(rankHeadlines(headlineEvidence(readings, product), subject));
  const ctas = listed(rankActions(actionEvidence(readings), subject));
  const pictures = mergePictures(readings, named.name, product);
  return {
    ...named,
    colors: brandColours(all(identity, ({ colors }) => colors)),
    fonts: brandFonts(all(identity, ({ fonts }) => fonts)),
    logo: logoOf(identity),
    headlines,
    brandLines: listed(rankHeadlines(brandLineEvidence(readings), subject)),
    subheadlines: listed(
      rankSupports(supportEvidence(readings, product), subject, besideSupport(headlines, ctas, product)),
    ),
    ctas,
    product,
    pictures,
    language,
    notes: [...notes, ...pictureNotes(readings, product, pictures)],
  };
}
