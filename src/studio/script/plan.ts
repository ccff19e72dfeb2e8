import { scriptScenesMax, scriptScenesMin } from '../../schema/film-script.ts';
import type { Beat, Draft, Point } from './draft.ts';
import { airSeconds, readingSeconds, spokenSeconds } from './speech-time.ts';

export interface TimedBeat extends Beat {
  seconds: number;
}

const shortestSeconds = 1.8;
const shortestEndSeconds = 2.2;
/** Length above which a scene without news is divided by a further picture. */
const longestSeconds = 4.6;
/** Room in each scene for moving its cut to a beat of the music. */
const cutRoomSeconds = 0.12;

/** Chooses what a film says within its duration, and gives every scene its length. The lengths add up to `seconds`. */
export function planScenes<P extends Point>(draft: Draft<P>, seconds: number): TimedBeat[] {
  const need = (beat: Beat): number => neededSeconds(beat, draft);
  const frame = fittingFrame(draft, seconds, need);
  const body = fittingBody(draft, frame, seconds, need);
  const [opening, ...rest] = frame;
  const beats = [...(opening === undefined ? [] : [opening]), ...body, ...rest];
  return timed(withPictures(beats, draft.picture, seconds, need), seconds, need);
}

/** Least length of a scene: voice and the air around it, or the time to read its text. */
export function neededSeconds(beat: Beat, { language, slowness }: Pick<Draft<Point>, 'language' | 'slowness'>): number {
  const voice = beat.say === '' ? 0 : spokenSeconds(beat.say, language) * slowness + 2 * airSeconds;
  const least = beat.role === 'call_to_action' ? shortestEndSeconds : shortestSeconds;
  return Math.max(least, voice, readingSeconds(beat.show)) + cutRoomSeconds;
}

type Need = (beat: Beat) => number;
const total = (beats: readonly Beat[], need: Need): number => beats.reduce((sum, beat) => sum + need(beat), 0);

/** Part of the duration that the opening, the offer and the end card may take together, so that something is said. */
const frameShareMax = 0.7;

/** Takes the best end card that leaves room for the body, else the shortest one. */
function fittingFrame<P extends Point>({ opening, offer, endings, points }: Draft<P>, seconds: number, need: Need): Beat[] {
  const before = offer === null ? [opening] : [opening, offer];
  const room = points.length === 0 ? seconds : seconds * frameShareMax;
  const frames = endings.map((ending) => [...before, ending]);
  return frames.find((frame) => total(frame, need) <= room) ?? frames.at(-1) ?? before;
}

function fittingBody<P extends Point>(draft: Draft<P>, frame: readonly Beat[], seconds: number, need: Need): Beat[] {
  const room = seconds - total(frame, need);
  const scenesMax = bodyScenesMax(frame.length, seconds);
  let chosen: P[] = [];
  let body: Beat[] = [];
  for (const point of draft.points) {
    const more = draft.compose([...chosen, point], scenesMax);
    if (total(more, need) > room) continue;
    chosen = [...chosen, point];
    body = more;
  }
  return body;
}

/** A scene of less than about two and a half seconds is hard to follow. */
function bodyScenesMax(frameScenes: number, seconds: number): number {
  const comfortable = Math.floor((seconds - shortestEndSeconds) / 2.4) + 1 - frameScenes;
  return Math.max(1, Math.min(scriptScenesMax - frameScenes, comfortable));
}

/** Adds scenes without words until there are enough, and while scenes would stand too long. */
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
