import {
  BrandSource,
  type BrandExtract,
  type BrandFont,
  type BrandLogo,
  type BrandProduct,
  type SourcedText,
} from '../../schema/brand.ts';
import { refusal } from '../../words/printable.ts';
import type { Subject } from '../../words/rules.ts';
import { productHeadline } from '../../words/product-headline.ts';
import { evidence, facts, type Evidence, type Features } from './evidence.ts';
import { type Findings, type FontValue, type Found, type PictureValue, type ProductValue } from './found.ts';
import { mergeColors } from './merge-colors.ts';
import type { PageRole } from './page.ts';
import { rank } from './merge-found.ts';
import { rankActions } from './rank/action.ts';
import type { Ranked } from './rank/candidates.ts';
import { rankHeadlines } from './rank/headline.ts';
import { rankNames, type FoundNames, type NameSubject } from './rank/name.ts';
import { rankSupports, type Beside } from './rank/support.ts';
import { cleanLines, cleanText, foldText, textMax } from './text.ts';

const nothing: Subject = { brand: null, product: null, language: null };
const listMax = 12;
const picturesMax = 16;
const fontsMax = 6;
/**
 * Minimum confidence (0 to 1) of a product that was found on a page of the brand. With less confidence it is probably
 * one of many products on the page and is ignored.
 */
const strayProductMin = 0.75;

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
  return [...ofPages, ...evidence(name, 'page', facts({ 'product-name': true, 'product-page': isOfProduct }))];
}

function firstField(found: Found<ProductValue>[], key: 'name' | 'description' | 'price' | 'currency'): string | null {
  return found.find(({ value }) => value[key] !== null)?.value[key] ?? null;
}

function productsOf(readings: Reading[]): Found<ProductValue>[] {
  const ofPage = readings.filter(({ role }) => role === 'product');
  const found =
    ofPage.length > 0
      ? all(ofPage, ({ products }) => products)
      : all(readings, ({ products }) => products).filter(({ confidence }) => confidence >= strayProductMin);
  return found.sort((one, other) => other.confidence - one.confidence);
}

/** Reports whether a text describes the brand, or stands below the main heading. */
const isDescription = ({ features }: Evidence<string>, isOfProduct: boolean): boolean =>
  features['written.below'] === 1 || (!isOfProduct && (features['description'] === 1 || features['open-graph'] === 1));

/** Reports whether a name is the title of a page or section, such as "Our products" or "Details:", or a question. */
const isPageTitle = (name: string): boolean =>
  refusal(name, 'headline', nothing)?.name === 'title' || /[?？؟:：]$/u.test(name);

/** Returns the first name of a product. If the page shows only its beginning, returns the whole name from another source. */
function fullName(found: Found<ProductValue>[]): string | null {
  const name = firstField(found, 'name');
  const [, beginning] = /^(.{3,}?)\s*(?:…|\.{3})$/u.exec(name ?? '') ?? [];
  if (beginning === undefined) return name;
  const names = found.flatMap(({ value }) => value.name ?? []);
  return names.find((each) => each.startsWith(beginning) && each.length > beginning.length + 3) ?? name;
}

/**
 * Returns the first price and its currency. A price without a currency takes that of another source of the page, except
 * a painted price, because the page's source may contain another price.
 */
function priceOf(found: Found<ProductValue>[]): Pick<BrandProduct, 'price' | 'currency'> {
  // Some shops state a price of 0 for a product that has no price.
  const priced = found.find(({ value }) => Number(value.price) > 0);
  if (priced === undefined) return { price: null, currency: null };
  const { price, currency } = priced.value;
  return { price, currency: currency ?? (priced.source === 'painted' ? null : firstField(found, 'currency')) };
}

/** Merges all products that were found into one. Its pictures are never those in `logos`, a set of picture keys. */
function mergeProduct(readings: Reading[], logos: ReadonlySet<string>): BrandProduct | null {
  const found = productsOf(readings);
  const name = fullName(found.filter(({ value }) => !isPageTitle(value.name ?? '')));
  if (name === null) return null;
  const images = found.flatMap(({ value }) => value.images).filter((url) => !logos.has(pictureKey(url)));
  return {
    name,
    description: firstField(found, 'description'),
    ...priceOf(found),
    images: distinctPictures(images).slice(0, picturesMax),
    source: sourceOfName(found, name),
  };
}

/** Returns the most trusted source that states a name of a product. */
function sourceOfName(found: Found<ProductValue>[], name: string): BrandSource {
  const sources = new Set(found.flatMap(({ value, source }) => (isSameName(value.name, name) ? [source] : [])));
  return BrandSource.options.find((source) => sources.has(source)) ?? 'page';
}

const isSameName = (one: string | null, other: string): boolean => one !== null && foldText(one) === foldText(other);

function mergeFonts(found: Found<FontValue>[]): BrandFont[] {
  const withFile = new Set(found.flatMap(({ value }) => (value.url === null ? [] : [value.family])));
  const useful = found.filter(({ value }) => value.url !== null || !withFile.has(value.family));
  return rank(useful, ({ family, url }) => url ?? `family ${family ?? ''}`)
    .slice(0, fontsMax)
    .map(({ value, source, confidence }) => ({ ...value, source, confidence: rounded(confidence) }));
}

function pictureKey(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const nested = /[?&]url=([^&]+)/.exec(search)?.[1] ?? '';
  return `${hostname}${pathname.replace(/[-_](?:\d{2,4}x\d{0,4}|\d{0,4}x\d{2,4}|scaled|large|medium|grande|small)(?=\.\w{3,4}$)/, '')}${nested}`;
}

function distinctPictures(urls: string[]): string[] {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const isNew = !seen.has(pictureKey(url));
    seen.add(pictureKey(url));
    return isNew;
  });
}

function mergePictures(found: Found<PictureValue>[], besides: Set<string>): BrandExtract['pictures'] {
  return rank(found, ({ url }) => pictureKey(url))
    .filter(({ value }) => !besides.has(pictureKey(value.url)))
    .slice(0, picturesMax)
    .map(({ value, source }) => ({ ...value, source }));
}

const rounded = (confidence: number): number => Math.round(confidence * 100) / 100;

function asLogo(logo: Found<string> | undefined): BrandLogo | null {
  return logo === undefined ? null : { url: logo.value, source: logo.source, confidence: rounded(logo.confidence) };
}

export function rankLogos(readings: Reading[]): Found<string>[] {
  return rank(
    all(readings, ({ logos }) => logos),
    pictureKey,
  );
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
  const logos = readings.flatMap((reading) => rankLogos([reading])[0]?.value ?? []).map(pictureKey);
  const product = mergeProduct(readings, new Set(logos));
  const [language = null] = rank(
    all(readings, ({ languages }) => languages),
    (tag) => tag,
  ).map(({ value }) => value);
  const ofPages = { product: product?.name ?? null, language };
  const named = nameOf(nameEvidence(identity, readings), ofPages);
  const subject: Subject = { brand: named.name, ...ofPages };
  const headlines = listed(rankHeadlines(headlineEvidence(readings, product), subject));
  const ctas = listed(rankActions(actionEvidence(readings), subject));
  const logo = rankLogos(identity)[0];
  const taken = [
    ...readings.flatMap(({ findings }) => findings.logos.map(({ value }) => value)),
    ...(product?.images ?? []),
  ];
  const besides = new Set(taken.map(pictureKey));
  return {
    ...named,
    colors: mergeColors(all(identity, ({ colors }) => colors)),
    fonts: mergeFonts(all(identity, ({ fonts }) => fonts)),
    logo: asLogo(logo),
    headlines,
    subheadlines: listed(
      rankSupports(supportEvidence(readings, product), subject, besideSupport(headlines, ctas, product)),
    ),
    ctas,
    product,
    pictures: mergePictures(
      all(readings, ({ pictures }) => pictures),
      besides,
    ),
    language,
    notes,
  };
}
