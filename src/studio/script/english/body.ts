import type { Beat } from '../draft.ts';
import type { SceneSubject } from '../../../schema/film-script.ts';
import { shownText } from '../screen-text.ts';
import { readingSeconds, unhurriedSeconds } from '../speech-time.ts';
import type { EnglishPoint } from './points.ts';
import { agreeing, said, saidTogether, type Naming } from './say.ts';
import { screenText } from './screen.ts';
import type { Subject } from './subject.ts';

export interface BodyContext {
  subject: Subject;
  /** True if an earlier scene names the product. */
  isNamed: boolean;
  subjects: readonly SceneSubject[];
}

/** One or two points that are said in one sentence. */
interface Unit {
  points: EnglishPoint[];
  say: string;
}

/** Returns scenes that say the points: benefits first, evidence after them, each in the order of the description. */
export function bodyScenes(points: readonly EnglishPoint[], scenesMax: number, context: BodyContext): Beat[] {
  const units = unitsOf(inOrder(points, context.isNamed), { ...context, joins: points.length > scenesMax });
  return divided(units, Math.min(scenesMax, units.length)).map((scene, at) =>
    beatOf(scene, context.subjects[at] ?? 'product', context.subject),
  );
}

/** If nothing has named the product yet, a claim that can name it comes first. */
function inOrder(points: readonly EnglishPoint[], isNamed: boolean): EnglishPoint[] {
  const sorted = points.toSorted((a, b) => rank(a) - rank(b) || a.order - b.order);
  const first = isNamed ? undefined : sorted.find(({ claim }) => claim.form === 'predicate');
  return first === undefined ? sorted : [first, ...sorted.filter((point) => point !== first)];
}

const rank = ({ role }: EnglishPoint): number => (role === 'benefit' ? 0 : 1);

const togetherWordsMax = 10;

function unitsOf(
  points: readonly EnglishPoint[],
  { subject, isNamed, joins }: BodyContext & { joins: boolean },
): Unit[] {
  const pairs = points.reduce<EnglishPoint[][]>((so, point) => {
    const [before, ...more] = so.at(-1) ?? [];
    const isPair = joins && before !== undefined && more.length === 0 && canJoin(before, point);
    return isPair ? [...so.slice(0, -1), [before, point]] : [...so, [point]];
  }, []);
  return pairs.map((pair, at) => ({
    points: pair,
    say: saidPair(pair, subject, isNamed || at > 0 ? 'pronoun' : 'name'),
  }));
}

function saidPair([first, second]: readonly EnglishPoint[], subject: Subject, naming: Naming): string {
  if (first === undefined) return '';
  return second === undefined
    ? said(first.claim, subject, naming)
    : saidTogether([first.claim, second.claim], subject, naming);
}

const canJoin = (first: EnglishPoint, second: EnglishPoint): boolean =>
  first.claim.form === 'predicate' &&
  second.claim.form === 'predicate' &&
  `${first.claim.words} ${second.claim.words}`.split(' ').length <= togetherWordsMax &&
  !/,|\b(?:and|so|but)\b/u.test(first.claim.words);

/** Divides units into scenes in order, so that the longest scene is as short as possible. */
function divided(units: readonly Unit[], scenes: number): Unit[][] {
  if (scenes <= 1) return units.length === 0 ? [] : [[...units]];
  const choices = Array.from({ length: units.length - scenes + 1 }, (_, at) => at + 1).map((end) => [
    units.slice(0, end),
    ...divided(units.slice(end), scenes - 1),
  ]);
  return choices.reduce((best, next) => (longest(next) < longest(best) ? next : best));
}

const longest = (scenes: readonly (readonly Unit[])[]): number =>
  Math.max(...scenes.map((units) => unhurriedSeconds(units.map(({ say }) => say).join(' '), 'en')));

function beatOf(units: readonly Unit[], subject: SceneSubject, product: Subject): Beat {
  const say = units.map((unit) => unit.say).join(' ');
  const points = units.flatMap((unit) => unit.points);
  const role = points.every((point) => point.role === 'proof') ? 'proof' : 'benefit';
  return { role, say, show: shown(points, unhurriedSeconds(say, 'en') + 0.5, product), subject };
}

function textOf({ claim, isWhole }: EnglishPoint, subject: Subject): string {
  if (isWhole === true) return shownText(claim.words, 'en', 3);
  return screenText(claim.form === 'predicate' ? agreeing(claim.words, subject.isPlural) : claim.words);
}

/** Shows as many of the points as can be read while the voice speaks, the best first. */
function shown(points: readonly EnglishPoint[], seconds: number, subject: Subject): string {
  const texts = points.map((point) => ({ point, text: textOf(point, subject) }));
  const byWorth = texts.filter(({ text }) => text !== '').toSorted((a, b) => b.point.worth - a.point.worth);
  const kept = byWorth.reduce<typeof texts>((so, next) => {
    const all = [...so, next].map(({ text }) => text).join('\n');
    return so.length === 0 || readingSeconds(all, 'en') <= seconds ? [...so, next] : so;
  }, []);
  return texts
    .filter((each) => kept.includes(each))
    .map(({ text }) => text)
    .join('\n');
}
