/** Side in pixels of the frames that are measured, and their number a second. */
export const [frameSide, framesPerSecond] = [128, 24];

/** Returns the faults of a clip over time: black frames, a picture that stands still, and flicker. */
export function motionFaults(frames: readonly Uint8Array[]): string[] {
  const light = frames.map(meanOf);
  return [
    ...(frames.some(isBlack) ? ['the clip has black frames'] : []),
    ...(stillShare(frames) > stillShareMax ? ['the clip stands still'] : []),
    ...(flickers(light) > flickersMax * frames.length ? ['the light of the clip flickers'] : []),
  ];
}

const meanOf = (frame: Uint8Array): number => frame.reduce((sum, value) => sum + value, 0) / frame.length;

/** Value of a channel, 0 to 255, below which a pixel is black, and the share (0 to 1) of such values in a black frame. */
const [blackMax, blackShare] = [24, 0.995];

function isBlack(frame: Uint8Array): boolean {
  const bright = (1 - blackShare) * frame.length;
  let count = 0;
  for (const value of frame) if (value >= blackMax && ++count > bright) return false;
  return true;
}

/** Number of frames between two that are compared: a quarter of a second. */
const stillStep = framesPerSecond / 4;
/** Mean difference of two frames, 0 to 255, up to which a picture stands still. A zoom of 1 % a second has 0.9. */
const stillMax = 0.2;
/** Maximum share (0 to 1) of a clip that may stand still. */
const stillShareMax = 0.6;

function stillShare(frames: readonly Uint8Array[]): number {
  const pairs = frames.slice(stillStep).map((frame, at) => differenceOf(frame, frames[at] ?? frame));
  return pairs.length === 0 ? 1 : pairs.filter((difference) => difference <= stillMax).length / pairs.length;
}

function differenceOf(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}

/** Change of the mean of a frame, 0 to 255, from which a rise that is followed by a fall is seen as flicker. */
const flickerMin = 2.5;
/** Maximum number of such changes for each frame. */
const flickersMax = 0.06;

/** Counts rises of the light directly followed by falls, and the other way round. Frames that repeat do not count. */
function flickers(light: readonly number[]): number {
  const changes = light
    .slice(1)
    .map((value, at) => value - (light[at] ?? value))
    .filter((change) => Math.abs(change) > 0.05);
  return changes.filter((change, at) => {
    const before = changes[at - 1] ?? 0;
    return change * before < 0 && Math.min(Math.abs(change), Math.abs(before)) >= flickerMin;
  }).length;
}
