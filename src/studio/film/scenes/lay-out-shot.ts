import type { Direction } from '../../../schema/direction.ts';
import type { QualityCheck } from '../../brief.ts';
import { firstThatPasses, type Judged } from '../../first-that-passes.ts';
import { checkScene } from '../../rules/check-scene.ts';
import { failedOf } from '../../rules/limits.ts';
import type { Layer, Scene, TextBlock } from '../../scene.ts';
import { letterCount } from '../../text/count.ts';
import { place, type Typesetter, waysToBreakWords } from '../../text/typesetter.ts';
import type { LaidShot } from './laid-shot.ts';
import { type FilmSetting, type PlacedShot, shotInput, type ShotTexts, typesetterFor } from './shot-input.ts';
import type { ShownPart } from './shot-plan.ts';
import { filmHero } from './shots/film-hero.ts';
import { dealOf } from '../../copy/deal.ts';
import { isLimiting } from '../../../words/qualified-price.ts';
import { hasNoSubject } from '../../photo/no-subject.ts';
import { filmUpscaleMax } from './shots/photo-scale.ts';
import { shotTries } from './shot-tries.ts';

/** Layouts in which products extend beyond the canvas on purpose. */
const bleeds: ReadonlySet<string> = new Set(['close-up', 'detail', 'halves', 'parade', 'tilt']);

/**
 * Lays out a shot in the first way that passes all quality checks. `finish` turns a layout that passes at rest into what
 * the film needs, and adds checks of its own. Throws `QualityGateError` if no layout passes.
 */
export async function layOutShot<T>(
  setting: FilmSetting,
  shot: PlacedShot,
  finish: (laid: LaidShot) => Promise<Judged<T>>,
): Promise<{ made: T; checks: QualityCheck[] }> {
  const { format, signal, onRejected } = setting;
  const longest = shot.parts.reduce((best, { text }) => (letterCount(text) > letterCount(best) ? text : best), '');
  const type = await typesetterFor({ headline: inOneLine(longest), ...fixedTexts(setting, shot) }, setting);
  const types = await Promise.all(shot.parts.map(({ text }) => typesetterFor({ headline: inOneLine(text) }, setting)));
  const input = shotInput(setting, shot, type);
  const judge = async (scene: Scene): Promise<Judged<T> | null> => {
    const parts = partsIn(scene, types, format.height);
    if (parts === null) return null;
    const checks = await checkAtRest(setting, scene, parts);
    if (failedOf(checks).length > 0) return { made: null, checks };
    const finished = await finish({ shot, scene, parts, texts: type.texts });
    return { made: finished.made, checks: [...checks, ...finished.checks] };
  };
  return firstThatPasses(shotTries(input, shot), { input, judge, signal, onRejected });
}

/** Checks a shot at rest with the rules for still ads, once for each text that it shows. */
async function checkAtRest(setting: FilmSetting, scene: Scene, parts: readonly TextBlock[]): Promise<QualityCheck[]> {
  const stays = scene.texts.filter(({ role }) => role !== 'headline');
  const states = parts.length === 0 ? [scene.texts] : parts.map((part) => [part, ...stays]);
  const { checks } = await checkScene(scene, states, setting);
  const isPhoto = scene.layers.every((layer) => layer.kind !== 'product') && scene.layers.some(isScene);
  return checks
    .filter(({ check }) => check !== 'product_cropped' || !bleeds.has(scene.layout))
    .filter(({ check }) => !onSubject.has(check) || !scene.layers.some(isPlace))
    .map((each) => (isPhoto && each.check === 'enlargement' ? atMost(each, filmUpscaleMax) : each));
}

/** Checks that need a subject. A photo of a place has none. */
const onSubject: ReadonlySet<string> = new Set(['subject_covered', 'text_on_subject']);

const isPlace = (layer: Layer): boolean => layer.kind === 'photo' && hasNoSubject(layer.picture);

const isScene = (layer: Layer): boolean => layer.kind === 'photo' && layer.picture.analysis.kind === 'photo';

const atMost = (check: QualityCheck, limit: number): QualityCheck => ({
  ...check,
  limit,
  passed: check.value <= limit + 0.01,
});

/** Maximum length, in letters, of a sentence that is not broken into lines if the text has several sentences. */
const sentenceLettersMax = 12;
/** Maximum length, in letters, of two words that are not broken into lines. */
const joinedLettersMax = 12;

/**
 * Puts no-break spaces between the words of short sentences, so that `Crack it. Share it.` breaks between the
 * sentences.
 */
function inOneLine(text: string): string {
  const sentences = text.split(/(?<=[.!?…]) /u);
  if (sentences.length < 2) return withShortWords(text);
  return sentences
    .map((each) => (letterCount(each) <= sentenceLettersMax ? each.replaceAll(' ', '\u00a0') : withShortWords(each)))
    .join(' ');
}

/** Puts a no-break space after a short word, because large type would put the short word on a line of its own. */
function withShortWords(text: string): string {
  return text.split(' ').reduce((line, word) => {
    const last = line.slice(line.lastIndexOf(' ') + 1);
    const isJoined = letterCount(last) <= 3 && /\p{L}$/u.test(last) && letterCount(last + word) <= joinedLettersMax;
    return line === '' ? word : `${line}${isJoined ? '\u00a0' : ' '}${word}`;
  }, '');
}

/** Returns the texts that stay for the whole shot. */
function fixedTexts(
  { words, brief }: FilmSetting,
  { role, isEndCard, parts, picture }: PlacedShot,
): Partial<ShotTexts> {
  const { offer, price, cta } = words.copy;
  if (isEndCard) return { signature: words.name, ...endCardTexts(cta, parts) };
  // A shot without a picture and a text shows the name of the brand.
  if (role !== 'offer') return picture === null && parts.length === 0 ? { headline: words.name } : {};
  const deal = dealOf({ offer, price });
  return dealTexts(deal, { hasHeadline: parts.length > 0, largest: brief.direction.largest });
}

/**
 * Returns the texts of a deal. A deal without a short number is a headline, with the offer on a badge; under another
 * headline, its price is on the badge, with an offer that limits it.
 */
function dealTexts(
  deal: Pick<ShotTexts, 'offer' | 'price'>,
  { hasHeadline, largest }: { hasHeadline: boolean; largest: Direction['largest'] },
): Partial<ShotTexts> {
  const { offer, price } = deal;
  if (filmHero(deal, largest) !== null) return deal;
  if (hasHeadline) return price === '' ? { offer } : { price: isLimiting(offer) ? `${offer} ${price}` : price };
  return price === '' ? { headline: offer } : { headline: price, offer };
}

/**
 * Returns the text of the button. If the copy has no call to action and the end card has a single short text, this text
 * is on the button and not in the headline.
 */
function endCardTexts(cta: string, parts: readonly ShownPart[]): Partial<ShotTexts> {
  const [only] = parts;
  if (cta !== '' || only === undefined || parts.length > 1 || letterCount(only.text) > buttonLettersMax) return { cta };
  return { cta: only.text, headline: '' };
}

const buttonLettersMax = 30;

/** Sizes, as factors of the size of the longest part, that are tried for another part. */
const partSizes = [1, 0.9, 0.8, 0.7, 0.6] as const;

function partsIn({ texts }: Scene, types: readonly Typesetter[], canvasHeight: number): TextBlock[] | null {
  const headline = texts.find(({ role }) => role === 'headline');
  if (headline === undefined) return [];
  const parts = types.map((type) => partIn(headline, type, canvasHeight)).filter((part) => part !== null);
  return parts.length === types.length ? parts : null;
}

/**
 * Places one of several texts where the longest of them is. A text in the lower half of the canvas keeps its last line
 * in place, other texts keep their first line in place.
 */
function partIn(longest: TextBlock, type: Typesetter, canvasHeight: number): TextBlock | null {
  const { box, size, color, align } = longest;
  const isLow = box.y + box.height / 2 > canvasHeight * 0.5;
  const linesMax = longest.lines.length;
  for (const breakWords of waysToBreakWords) {
    for (const part of partSizes) {
      const set = type.set('headline', {
        face: 'display',
        size: size * part,
        width: box.width + 1,
        linesMax,
        breakWords,
      });
      if (set === null) continue;
      const height = set.lines.length * set.leading;
      const top = (isLow ? box.y + box.height - height : box.y) + set.capTop;
      return place(set, { x: box.x, top, width: box.width }, { color, align });
    }
  }
  return null;
}
