/** Maps the elapsed share of a move, 0 to 1, to the covered share of its way. */
export type Ease = (share: number) => number;

export const cubicOut: Ease = (share) => 1 - (1 - share) ** 3;

export const expoOut: Ease = (share) => (share >= 1 ? 1 : 1 - 2 ** (-10 * share));

/** Slow at both ends, for changes of the whole picture. */
export const cubicInOut: Ease = (share) => (share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2);

/** Passes the end by about 7 % of the way and returns. */
export const backOut: Ease = (share) => 1 + 2.2 * (share - 1) ** 3 + 1.2 * (share - 1) ** 2;

/** Returns the elapsed share, 0 to 1, of a move that begins at `start` and takes `duration` seconds. */
export function elapsed(seconds: number, start: number, duration: number): number {
  return duration <= 0 ? (seconds < start ? 0 : 1) : Math.min(1, Math.max(0, (seconds - start) / duration));
}
