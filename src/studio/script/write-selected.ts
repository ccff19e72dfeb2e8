import { isStatement } from '../../words/printable.ts';
import { seededChoice } from '../seeded.ts';
import { spoken } from './clean-text.ts';
import type { Beat, Draft, Point } from './draft.ts';
import { closingOf, laterHeadline, offerTexts, priceOf, statedOffer } from './asked-texts.ts';
import { actionLabel } from './labels.ts';
import type { WritingTask } from './material.ts';
import { losesLimit } from './sayable.ts';
import { shownText } from './screen-text.ts';
import { readingSeconds, unhurriedSeconds } from './speech-time.ts';
import { pictureBeat, subjectsOf } from './subjects.ts';
import { baseOf } from '../../words/writing.ts';
import { isAbout, isAvoided, isEvidence, isLogistics, worthOf } from './worth.ts';

interface TextPoint extends Point {
  text: string;
}

const sentenceSecondsMax = 7.2;
/** Length of a sentence, in seconds, above which shorter ones are preferred. */
const comfortableSeconds = 5.8;
const hookSecondsMax = 4.2;
const partsMax = 3;
/** Time in seconds by which reading the text of a scene may take longer than speaking it, in a film with a voice. */
const readingGraceSeconds = 2;

/**
 * Writes a film in any language: chooses whole sentences of the request and the pages, and adds nothing but the name and
 * a label of the call to action.
 */
export function writeSelected(task: WritingTask): Draft<TextPoint> {
  const points = textPoints(task);
  const hook = selectedHook(task, points);
  const subjects = subjectsOf(task);
  return {
    language: task.language,
    opening: {
      role: 'hook',
      say: stopped(spoken(hook), task.language),
      show: shownText(hook, task.language, partsMax),
      subject: subjects.hook,
    },
    points: points.filter(({ text }) => !isIn(hook, text)),
    compose: (chosen, scenesMax) => scenes(chosen, scenesMax, task, subjects.body),
    offer: offerBeat(task),
    endings: endings(task, hook),
    naming: null,
    picture: pictureBeat(subjects),
    hasVoice: task.material.hasVoice,
    slowness: task.direction.pace === 'calm' ? 1.1 : 1,
  };
}

const plain = (text: string): string => text.toLocaleLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
const isIn = (whole: string, part: string): boolean => plain(whole).includes(plain(part));

function textPoints(task: WritingTask): TextPoint[] {
  const { direction, language, copy, isGiven } = task;
  const closing = closingOf(task) ?? '';
  const given = [
    ...laterHeadline(task),
    ...(isGiven.subheadline ? [copy.subheadline] : []),
    ...direction.lines.slice(1),
    ...direction.claims,
  ];
  const found = task.sentences
    .flatMap((sentence) => wholeParts(sentence, language))
    .filter(
      (text) =>
        isStatement(text) &&
        !isIn(closing, text) &&
        !isAvoided(text, direction) &&
        !losesLimit(text, task.sentences) &&
        (task.material.hasVoice || shownText(text, language, partsMax) !== '') &&
        unhurriedSeconds(text, language) <= sentenceSecondsMax,
    );
  const points = [
    ...given.map((text, at): TextPoint => ({ text, order: -10 + at, role: 'benefit', worth: 40 - at })),
    ...found.map((text, order): TextPoint => ({
      text,
      order,
      role: isEvidence(text) ? 'proof' : 'benefit',
      worth: sentenceWorth(text, order, task),
    })),
  ];
  const distinct = points.filter((point, at) => !points.slice(0, at).some(({ text }) => isIn(text, point.text)));
  return distinct.toSorted((a, b) => b.worth - a.worth);
}

/** The first sentence of a description mostly says what the product is, and counts for more. */
function sentenceWorth(text: string, order: number, { direction, language }: WritingTask): number {
  const seconds = unhurriedSeconds(text, language);
  const isTiny = seconds < 1 && order > 0;
  const length = Math.min(1, seconds / 3) - (isTiny ? 1 : 0) - (seconds > comfortableSeconds ? 2 : 0);
  return worthOf(text, order, direction) + (order === 0 ? 1.5 : 0) + length;
}

/**
 * Divides a sentence that is too long for a scene into parts that can stand alone: at semicolons, colons, dashes and
 * Chinese commas. A Thai text is divided at spaces.
 */
function wholeParts(sentence: string, language: string): string[] {
  if (baseOf(language) === 'th') return sentence.split(/\s+/u).reduce(joinedThai, []);
  if (unhurriedSeconds(sentence, language) <= comfortableSeconds) return [sentence];
  return sentence
    .split(baseOf(language) === 'zh' ? /[；：，]/u : /\s*[;；]\s*|\s+[–—]\s+|:\s+/u)
    .filter((part) => part.trim() !== '');
}

/**
 * Adds the next piece of a Thai text that is divided at spaces. A space usually ends a phrase. No phrase ends after a
 * short piece, or before or after a number.
 */
function joinedThai(phrases: string[], next: string): string[] {
  const last = phrases.at(-1);
  const isOpen = last !== undefined && (last.length < 14 || /^[\d.,]+$/u.test(next) || /\d$/u.test(last));
  return isOpen ? [...phrases.slice(0, -1), `${last} ${next}`] : [...phrases, next];
}

function selectedHook(task: WritingTask, points: readonly TextPoint[]): string {
  const { direction, copy, isGiven } = task;
  const isShort = isGiven.headline && shownText(copy.headline, task.language, partsMax) !== '';
  return direction.lines[0] ?? wantedOpening(task, points) ?? (isShort ? copy.headline : chosenOpening(task, points));
}

/** The opening that the direction asks for, if the texts have it. */
function wantedOpening(task: WritingTask, points: readonly TextPoint[]): string | undefined {
  const { opening } = task.direction;
  if (opening === null) return undefined;
  if (opening.kind === 'topic') return points.find(({ text }) => isAbout(text, opening.topics, opening.words))?.text;
  const { copy, material } = task;
  const price = priceOf(task);
  const texts = {
    price: price === '' ? '' : [material.product ?? '', price].filter((text) => text !== '').join(': '),
    offer: statedOffer(copy),
    headline: copy.headline,
    question: points.find(({ text }) => /[?？؟]$/u.test(text))?.text ?? '',
    name: '',
    product: '',
  };
  return texts[opening.kind] === '' ? undefined : texts[opening.kind];
}

function chosenOpening({ copy, material, language, direction }: WritingTask, points: readonly TextPoint[]): string {
  const isShort = ({ text }: TextPoint): boolean =>
    unhurriedSeconds(text, language) <= hookSecondsMax && !isLogistics(text);
  const wanted = points.find(({ text }) => isAbout(text, direction.focus, direction.focusWords));
  if (wanted !== undefined) return wanted.text;
  const short = points.filter(isShort).slice(0, 2);
  const choices = [copy.headline, ...short.map(({ text }) => text)].filter((text) => text !== '');
  return seededChoice(material.seed, 'hook', choices) ?? material.product ?? material.brand ?? '';
}

/** Adds the full stop of the writing system, unless the text ends with punctuation. Thai has none. */
function stopped(text: string, language: string): string {
  if (text === '' || /[.!?…。！？।؟]$/u.test(text) || baseOf(language) === 'th') return text;
  const stop = { ja: '。', zh: '。', hi: '।' }[baseOf(language)] ?? '.';
  return text + stop;
}

const joined = (texts: readonly string[], language: string): string =>
  texts.filter((text) => text !== '').join(/^(?:ja|zh)$/u.test(baseOf(language)) ? '' : ' ');

function scenes(
  chosen: readonly TextPoint[],
  scenesMax: number,
  { language, material }: WritingTask,
  subjects: readonly Beat['subject'][],
): Beat[] {
  const sorted = chosen.toSorted((a, b) => a.order - b.order);
  const count = Math.min(scenesMax, sorted.length);
  return Array.from({ length: count }, (_, at) => {
    const own = sorted.slice(Math.floor((at * sorted.length) / count), Math.floor(((at + 1) * sorted.length) / count));
    const say = joined(
      own.map(({ text }) => stopped(spoken(text), language)),
      language,
    );
    const seconds = material.hasVoice ? unhurriedSeconds(say, language) + readingGraceSeconds : Infinity;
    const show = readable(
      own.map(({ text }) => text),
      language,
      seconds,
    );
    const role = own.every((point) => point.role === 'proof') ? 'proof' : 'benefit';
    return { role, say, show, subject: subjects[at] ?? 'product' };
  });
}

/**
 * Returns the texts if a viewer can read them in `seconds`, else the first text, else `''`. A sentence is never
 * shortened: its beginning may not stand alone.
 */
function readable(texts: readonly string[], language: string, seconds: number): string {
  const shown = texts.map((text) => shownText(text, language, partsMax)).filter((text) => text !== '');
  const choices = [shown.join('\n'), shown[0] ?? ''];
  return choices.find((choice) => readingSeconds(choice, language) <= seconds) ?? '';
}

function offerBeat(task: WritingTask): Beat | null {
  const { offer } = task.copy;
  if (offer === '' || closingOf(task) === statedOffer(task.copy)) return null;
  const texts = offerTexts(task.copy);
  const say = joined(
    texts.map((text) => stopped(spoken(text), task.language)),
    task.language,
  );
  return {
    role: 'offer',
    say,
    show: texts
      .map((text) => shownText(text, task.language, partsMax))
      .filter((text) => text !== '')
      .join('\n'),
    subject: 'product',
  };
}

function endings(task: WritingTask, hook: string): Beat[] {
  const { material, copy, language } = task;
  const cta = copy.cta === '' ? (actionLabel(language, material.product === null ? 'learn' : 'shop') ?? '') : copy.cta;
  const say = (text: string): string => stopped(spoken(text), language);
  const closing = closingOf(task) ?? '';
  const { long, brief } = signatureOf(material, hook);
  const says = [[closing, ...long, cta], [closing, ...brief, cta], [closing, cta], [closing || cta]];
  const show = [closing, cta].map((text) => shownText(text, language, partsMax)).filter((text) => text !== '');
  const different = new Set(says.map((texts) => joined(texts.map(say), language)));
  return [...different].map((text) => ({
    role: 'call_to_action',
    say: text,
    show: show.join('\n'),
    subject: 'end_card',
  }));
}

/**
 * Returns the names that the end card says. `long` has the name of the product, unless the hook says it, and the name
 * of the brand; `brief` has the brand only. A brand that is a host name, such as `shop.com`, is not spoken.
 */
function signatureOf(
  { brand, product }: WritingTask['material'],
  hook: string,
): Record<'long' | 'brief', readonly string[]> {
  const isSaid = product === null || product === brand || isIn(hook, product);
  const brief = brand === null || /\.\p{Ll}/u.test(brand) ? [] : [brand];
  if (isSaid) return { long: brief, brief };
  return { long: brief.every((name) => isIn(product, name)) ? [product] : [product, ...brief], brief };
}
