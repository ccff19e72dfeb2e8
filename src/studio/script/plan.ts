import { scriptScenesMax, scriptScenesMin } from '../../schema/film-script.ts';
import type { Beat, Draft, Point } from './draft.ts';
import { airSeconds } from '../sound/voice/pace.ts';
import { saysMore } from './screen-text.ts';
import { readingSeconds, shownSeconds, unhurriedSeconds } from './speech-time.ts';

export interface TimedBeat extends Beat {
  seconds: number;
}

const shortestSeconds = 1.7;
const shortestEndSeconds = 2;
/**
 * Average length of the scenes, in seconds, above which the film gets an additional scene without words, which shows a
 * picture.
 */
const longestSeconds = 4.6;
/**
 * Additional time in each scene, in seconds, because its cut is moved to a beat of the music later: about half a beat
 * at 110 beats per minute.
 */
const cutRoomSeconds = 0.25;

/** Chooses what a film says within its duration, and gives every scene its length. The lengths add up to `seconds`. */
export function planScenes<P extends Point>(draft: Draft<P>, seconds: number): TimedBeat[] {
  const beats = planned(draft, seconds);
  const { naming } = draft;
  if (naming === null) return beats;
  const wordless = beats.findIndex(
    ({ role, say, show, seconds: length }) =>
      role === 'benefit' && say + show === '' && length >= neededSeconds(naming.beat, draft),
  );
  if (wordless >= 0)
    return beats.map((beat, at) => (at === wordless ? { ...naming.beat, seconds: beat.seconds } : beat));
  const isNamed = beats.some(({ say }) => say.toLowerCase().includes(naming.name.toLowerCase()));
  return isNamed ? beats : planned({ ...draft, endings: naming.endings }, seconds);
}

function planned<P extends Point>(draft: Draft<P>, seconds: number): TimedBeat[] {
  const need = (beat: Beat): number => neededSeconds(beat, draft);
  const before = draft.offer === null ? [draft.opening] : [draft.opening, draft.offer];
  const plans = draft.endings.flatMap((ending, at) =>
    spokenLess(before).map((beats) => {
      const frame = shortened([...beats, ending], seconds, draft);
      const { beats: body, value } = bestBody(draft, frame, seconds, need);
      return {
        beats: [...frame.slice(0, 1), ...body, ...frame.slice(1)],
        value: value - at * endingValue - lossOf(frame, before),
      };
    }),
  );
  const best = plans.reduce((top, next) => (next.value > top.value ? next : top));
  return timed(withPictures(best.beats, draft.picture, seconds, need), seconds, need);
}

/** Returns the scenes as they are, and with an offer that is only shown, which leaves time for what the request says. */
const spokenLess = (beats: readonly Beat[]): (readonly Beat[])[] => [
  beats,
  ...(beats.some(isSpokenOffer) ? [beats.map((beat) => (isSpokenOffer(beat) ? { ...beat, say: '' } : beat))] : []),
];

const isSpokenOffer = ({ role, say, show }: Beat): boolean => role === 'offer' && say !== '' && show !== '';

/** Value that a plan loses if the opening or the offer is shortened. */
const lossValue = 60;

const lossOf = (frame: readonly Beat[], wanted: readonly Beat[]): number =>
  wanted.filter((beat, at) => frame[at] !== beat).length * lossValue;

/** Takes words from the longest scene until the scenes fit: first from the screen, then from the voice. */
function shortened<P extends Point>(beats: readonly Beat[], seconds: number, draft: Draft<P>): Beat[] {
  const needs = beats.map((beat) => neededSeconds(beat, draft));
  const spare =
    seconds -
    needs.reduce((sum, need) => sum + need, 0) -
    Math.max(0, scriptScenesMin - beats.length) * shortestSeconds;
  if (spare >= 0 || beats.every(({ say, show }) => say === '' && show === '')) return [...beats];
  const longest = needs.indexOf(Math.max(...needs));
  return shortened(
    beats.map((beat, at) => (at === longest ? withLess(beat, draft) : beat)),
    seconds,
    draft,
  );
}

function withLess<P extends Point>(beat: Beat, { language, slowness }: Draft<P>): Beat {
  const voice = unhurriedSeconds(beat.say, language) * slowness + 2 * airSeconds;
  if (readingSeconds(beat.show, language) <= voice || beat.show === '') return { ...beat, say: '' };
  // An offer without its price says nothing.
  if (beat.role === 'offer') return { ...beat, say: '', show: beat.say === '' ? '' : beat.show };
  return { ...beat, show: beat.show.split('\n').slice(0, -1).join('\n') };
}

/** Value that a plan loses with each shorter end card. For comparison: a good point has a value of about 12. */
const endingValue = 5;

/** Two good points are better than three poor ones. */
const valueOf = ({ worth }: Point): number => Math.max(0.5, worth) ** 1.6;

/** Least length of a scene: voice and the air around it, or the time to show its text. */
export function neededSeconds(
  beat: Beat,
  { language, slowness, hasVoice }: Pick<Draft<Point>, 'language' | 'slowness' | 'hasVoice'>,
): number {
  const voice = beat.say === '' ? 0 : unhurriedSeconds(beat.say, language) * slowness + 2 * airSeconds;
  const least = beat.role === 'call_to_action' ? shortestEndSeconds : shortestSeconds;
  const texts = shownIn(beat, hasVoice).map((text) => shownSeconds(text, language));
  return Math.max(least, voice, ...texts) + cutRoomSeconds;
}

/** Returns the texts that the screen may show. A film without a voice shows the spoken words if they say more. */
function shownIn({ role, say, show }: Beat, hasVoice: boolean): string[] {
  // The price stands next to its offer.
  if (role === 'offer') return [show.replaceAll('\n', ' ')];
  const isFixed = role === 'call_to_action';
  return !hasVoice && !isFixed && saysMore([show], [say]) ? [show, say] : [show];
}

type Need = (beat: Beat) => number;
const total = (beats: readonly Beat[], need: Need): number => beats.reduce((sum, beat) => sum + need(beat), 0);

/** Number of the best points that are tried in every combination. */
const triedMax = 9;
const chosenMax = 5;

interface Body {
  beats: Beat[];
  value: number;
}

/**
 * Returns scenes for the points with the highest total value that fit the film. `frame` has the other scenes: the
 * opening, the offer and the end card.
 */
function bestBody<P extends Point>(draft: Draft<P>, frame: readonly Beat[], seconds: number, need: Need): Body {
  const room = seconds - total(frame, need);
  const scenesMax = bodyScenesMax(frame.length, seconds);
  return combinations(draft.points.slice(0, triedMax)).reduce<Body>(
    (best, points) => {
      const value = points.reduce((sum, point) => sum + valueOf(point), 0);
      if (value <= best.value) return best;
      const beats = draft.compose(points, scenesMax);
      return total(beats, need) <= room ? { beats, value } : best;
    },
    { beats: [], value: 0 },
  );
}

/**
 * Returns all choices of up to five points. Variants of the same statement have the same `order`; a choice has at most
 * one of them.
 */
function combinations<P extends Point>(points: readonly P[]): P[][] {
  const [first, ...rest] = points;
  if (first === undefined) return [[]];
  const without = combinations(rest);
  const withFirst = without
    .filter((choice) => choice.length < chosenMax && choice.every(({ order }) => order !== first.order))
    .map((choice) => [first, ...choice]);
  return [...withFirst, ...without];
}

/**
 * Returns the maximum number of scenes between the opening and the end card. A scene of less than about two and a half
 * seconds is hard to follow.
 */
function bodyScenesMax(frameScenes: number, seconds: number): number {
  const comfortable = Math.floor((seconds - shortestEndSeconds) / 2.4) + 1 - frameScenes;
  return Math.max(1, Math.min(scriptScenesMax - frameScenes, comfortable));
}

/**
 * Adds scenes without words until the film has enough scenes and, if there is time, until its scenes are not too long.
 */
function withPictures(beats: readonly Beat[], picture: Beat, seconds: number, need: Need): Beat[] {
  const tooFew = beats.length < scriptScenesMin;
  const tooLong = seconds / beats.length > longestSeconds && beats.length < scriptScenesMax - 1;
  const hasRoom = total([...beats, picture], need) <= seconds;
  if (!tooFew && !(tooLong && hasRoom)) return [...beats];
  const longer = [...beats.slice(0, -1), picture, ...beats.slice(-1)];
  return withPictures(longer, picture, seconds, need);
}

/** Shares out the spare time: the end card gets little of it, because a film should not end slowly. */
function timed(beats: readonly Beat[], seconds: number, need: Need): TimedBeat[] {
  const spare = seconds - total(beats, need);
  const weights = beats.map((beat) => (beat.role === 'call_to_action' ? 0.5 : beat.say === '' ? 1.2 : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const lengths = beats.map((beat, at) => round(Math.max(1, need(beat) + (spare * (weights[at] ?? 0)) / all)));
  const rest = round(seconds - lengths.reduce((sum, length) => sum + length, 0));
  return beats.map((beat, at) => ({ ...beat, seconds: round((lengths[at] ?? 0) + (at === 0 ? rest : 0)) }));
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
