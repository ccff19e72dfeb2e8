import type { Brand, BrandColor, BrandLogo } from '../../schema/brand.ts';
import { brandKit, knownColors } from '../../studio/brand-kit/kit.ts';
import type { Brief, Copy } from '../../studio/brief.ts';
import { adCopy } from '../../studio/copy/ad-copy.ts';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import { copyLanguage } from '../../studio/copy/copy-language.ts';
import { facts } from '../../studio/copy/facts.ts';
import { besidePicture } from '../../studio/copy/page-copy.ts';
import { directedColors, directedKit, inSeason } from '../../studio/brand-kit/directed-colors.ts';
import { directedBrief } from '../../studio/direction/directed-brief.ts';
import { greyPictures } from '../../studio/direction/grey-pictures.ts';
import { candidates } from '../../studio/pictures/candidates.ts';
import type { Target } from '../../studio/pictures/decode-raster.ts';
import { gatherFonts, type FontSource } from '../../studio/pictures/fonts.ts';
import { gatherPictures, type AdPictures } from '../../studio/pictures/gather.ts';
import { bundledFamily } from '../../studio/fonts/bundled-family.ts';
import { noteLines } from '../../domain/notes.ts';
import { logoColors } from '../../studio/pictures/logo-colors.ts';
import { pictureLoader } from '../../studio/pictures/load.ts';
import { pictureColors } from '../../studio/pictures/picture-colors.ts';
import { baseOf } from '../../words/writing.ts';
import type { ConceptFile } from '../concept/concept-file.ts';
import type { BrandFacts } from '../brand-facts.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import type { StageContext } from '../stage.ts';
import { toneFor } from '../tone.ts';
import { withLegibleWords } from './legible-words.ts';
import { directionOf, filmDirection } from './direction-of.ts';
import { readReference } from './reference.ts';
import { anyHost, hostName, signature } from './signature.ts';
import { openWith, withMasks } from './with-masks.ts';

export interface MadeBrief {
  brief: Brief;
  brand: Brand;
  notes: string[];
}

interface BriefOptions {
  context: Pick<StageContext, 'input' | 'egress' | 'signal' | 'cutoutDir' | 'logger'>;
  concept: ConceptFile | undefined;
  /** Models of the stage. Null: none. */
  desk?: ModelDesk | null;
  /** Sizes, in pixels, of the ads to draw. Pictures are decoded large enough for these sizes. */
  canvases: Target[];
  /** Limit for the number of pictures. `large` is the lower limit for 4K ads, whose pictures take more memory. */
  pictures?: 'usual' | 'large';
  /** True for a film, whose texts its script decides. */
  isFilm?: boolean;
  /** URL of a picture that the request gives as a model of the layout. */
  referenceLayout?: string | undefined;
}

export async function makeBrief(
  known: BrandFacts,
  { context, concept, desk = null, canvases, pictures: limit = 'usual', isFilm = false, referenceLayout }: BriefOptions,
): Promise<MadeBrief> {
  const seed = context.input.jobId;
  const { egress, signal } = context;
  const load = pictureLoader({ egress, signal, canvases });
  const [pictures, fonts, reference] = await Promise.all([
    gatherPictures(candidatesOf(known), load, limit),
    gatherFonts(fontSources(known), egress, signal),
    readReference(referenceLayout, load),
  ]);
  const asked = isFilm ? filmDirection(known) : directionOf(known, concept, reference.reference);
  const direction = inSeason(asked, known.brand.colors);
  const colors = knownColors(await brandColors(known, pictures), seed);
  const brand: Brand = { ...known.brand, colors, logo: logoOf(known, pictures) };
  const drawn = { ...brand, colors: directedColors(colors, direction) };
  const kit = directedKit(
    brandKit(drawn, seed, { fonts: fonts.fonts, logo: pictures.logo?.picture ?? null }),
    direction,
  );
  const named = namedFonts(known);
  const words = await wordsOf(known, concept?.copy, pictures.pictures.length > 0);
  const wanted = {
    ...words.texts,
    ...ideaOf(known, concept, seed),
    seed,
    kit: { ...kit, families: named.families, name: signature(known) },
    pictures: pictures.pictures,
    softHyphens: known.softHyphens,
  };
  const directed = directedBrief(wanted, direction);
  const colored = direction.saturation === 'grey' ? await greyPictures(directed.pictures) : directed.pictures;
  // The memory of the network is free again before the text engine and its fonts are loaded.
  const shown = await withMasks(colored, context, openWith(desk));
  const legible = await withLegibleWords({ ...directed, pictures: shown }, hostName(known));
  return {
    brief: signed(legible.brief, known),
    brand,
    notes: noteLines([
      ...known.notes,
      ...pictures.notes,
      ...fonts.notes,
      ...named.notes,
      ...reference.notes,
      ...words.notes,
      ...legible.notes,
    ]),
  };
}

/**
 * Returns the brief. If the ad would otherwise be empty, uses the host name of a URL in the request as the brand name,
 * so that the ad shows at least this name.
 */
function signed(brief: Brief, known: BrandFacts): Brief {
  const { pictures, kit, copy, noText, direction } = brief;
  const shows = pictures.length > 0 || kit.logo !== null || kit.name !== null || Object.values(copy).join('') !== '';
  return shows || noText || direction.refused?.includes('name') === true
    ? brief
    : { ...brief, kit: { ...kit, name: anyHost(known) } };
}

function ideaOf(known: BrandFacts, concept: ConceptFile | undefined, seed: string): Pick<Brief, 'concept' | 'tone'> {
  if (concept === undefined) return { concept: known.request.direction ?? null, tone: toneFor(known, seed) };
  return { concept: concept.concept, tone: concept.tone };
}

/** Returns the pictures that an ad may show, both from the request and from the web pages. */
export function candidatesOf({ request, extract, page, pageField }: BrandFacts) {
  const given = {
    brandImages: request.brandImages,
    productImages: request.productImages,
    brandField: request.brandField,
    pageField,
  };
  return candidates(given, extract && { ...extract, product: page?.product ?? null });
}

function fontSources({ request, brand, pageField }: BrandFacts): FontSource[] {
  const given = request.fonts.length > 0;
  return brand.fonts.flatMap(({ family, url }, at) => {
    const name = given
      ? `${request.brandField}.fonts[${at}]`
      : `The font ${family ?? ''} found through ${pageField}`.replace('  ', ' ');
    return url === null ? [] : [{ name, url, family }];
  });
}

/**
 * Returns the bundled families of the fonts that the request names, and a note for each name without such a family.
 * Only requests for videos name fonts; requests for images contain URLs of font files.
 */
function namedFonts({ request }: BrandFacts): { families: string[]; notes: string[] } {
  const asked = request.fonts.flatMap(({ family, url }) => (family === null || url !== null ? [] : [family]));
  const why = (name: string): string =>
    /^https?:/i.test(name) ? 'a URL; the name of a font is wanted' : 'not available';
  const found = asked.map((name) => ({ name, family: bundledFamily(name) }));
  return {
    families: found.flatMap(({ family }) => family ?? []),
    notes: found
      .filter(({ family }) => family === null)
      .map(({ name }) => `The font “${name}” is ${why(name)}. A font that suits the brand is used instead.`),
  };
}

/** Returns the colours of the brand, else those of its logo, else the colour of its picture. */
async function brandColors({ brand }: BrandFacts, { logo, pictures: [first] }: AdPictures): Promise<BrandColor[]> {
  if (brand.colors.length > 0) return brand.colors;
  const ofLogo = logo === null ? [] : await logoColors(logo.picture);
  return ofLogo.length > 0 || first === undefined ? ofLogo : pictureColors(first);
}

function logoOf({ extract }: BrandFacts, { logo }: AdPictures): BrandLogo | null {
  if (logo === null) return null;
  if (!logo.isGiven && extract?.logo) return extract.logo;
  return { url: logo.url, source: 'request', confidence: 1 };
}

interface Words {
  texts: Pick<Brief, 'copy' | 'language' | 'facts' | 'noText'>;
  notes: string[];
}

async function wordsOf(known: BrandFacts, choice: ConceptFile['copy'], hasPicture: boolean): Promise<Words> {
  const { noText, language: asked } = known.request;
  if (noText) return { texts: { copy: noCopy, language: copyLanguage(noCopy, [asked]), facts: [], noText }, notes: [] };
  const page = hasPicture ? known.page && besidePicture(known.page) : known.page;
  const { copy, usesPage } = adCopy(known.request.adCopies, page, known.language, choice);
  const language = copyLanguage(copy, await languagesOf(known, copy, usesPage));
  const texts = { copy, language, facts: await factsIn(language, known.brand.product?.description ?? null), noText };
  return { texts, notes: usesPage && !isSameLanguage(language, asked) ? [foreignNote(language)] : [] };
}

/** Returns the facts of a description, or none if it is in another language than the texts of the ad. */
async function factsIn(language: string, description: string | null): Promise<string[]> {
  const found = facts(description, language);
  if (found.length === 0 || description === null) return [];
  const { mayBeIn } = await import('../../words/text-language.ts');
  return mayBeIn(language, description) ? found : [];
}

/**
 * Returns the languages that the texts of the ad may be in, most likely first. If all texts are from the request, the
 * language of the page counts only if their words are in this language. The detector of languages is loaded only then.
 */
async function languagesOf({ request, page, language }: BrandFacts, copy: Copy, usesPage: boolean): Promise<string[]> {
  const ofPage = page?.language ?? request.language;
  if (usesPage) return [ofPage, language, request.language];
  if (language === request.language) return [language];
  const { languageOfText } = await import('../../words/text-language.ts');
  const found = languageOfText(Object.values(copy).join(' '), language);
  return found === baseOf(language) ? [language] : [request.language];
}

const foreignNote = (language: string): string =>
  `The text of the page is in ${languageName(language)}; it is used without translation.`;

const isSameLanguage = (a: string, b: string): boolean => new Intl.Locale(a).language === new Intl.Locale(b).language;

const languageName = (tag: string): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
