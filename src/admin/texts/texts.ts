import { english } from './en/english.ts';

/** All texts of the dashboard. A translation is a folder like `en`. */
export const texts: typeof english = english;
