/** Limits of a request. Lengths are in Unicode code points, the unit of `maxLength` in Kubernetes. */
export const copyTextMax = 500;
export const nameMax = 200;
export const priceMax = 64;
export const labelMax = 64;
export const fontNameMax = 100;
export const longTextMax = 5_000;
export const urlMax = 2_048;
export const languageMax = 35;

export const imagesMax = 16;
export const copiesMax = 12;
export const swatchesMax = 12;
export const fontsMax = 6;
export const labelsMax = 8;

export const ratiosMax = 6;
/**
 * Maximum length of the text for a list of aspect ratios. Six times `50:50` with commas and spaces need 40 characters.
 */
export const ratiosTextMax = 100;
export const ratioSideMax = 50;
/** Maximum quotient of the longer and the shorter side of an aspect ratio. */
export const ratioSpreadMax = 4;

export const targetDurationSecondsMin = 10;
export const targetDurationSecondsMax = 15;
