import { wordCount } from './count.ts';

const secondsPerWord = 0.35;
const secondsPerText = 0.5;

/** Returns the minimum time, in seconds, for which a text must stand still so that everybody can read it. */
export const readingSeconds = (text: string): number => secondsPerText + secondsPerWord * wordCount(text);

/** Time in seconds that a text takes to appear and disappear. The text cannot be read during this time. */
export const changeSeconds = 0.35;
