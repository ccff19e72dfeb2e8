/**
 * Limits for the fields of a request. Lengths are numbers of Unicode code points, the unit of `maxLength` in
 * Kubernetes.
 */
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
 * Maximum length of the text for a list of aspect ratios, in code points. Six times `50:50` with commas and spaces
 * needs 40.
 */
export const ratiosTextMax = 100;
export const ratioSideMax = 50;
/** Maximum ratio of the longer side of an image to its shorter side. */
export const ratioSpreadMax = 4;

export const targetDurationSecondsMin = 10;
export const targetDurationSecondsMax = 15;
