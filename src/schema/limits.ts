/** Every number of a request, in one place. Lengths are Unicode code points, which is how Kubernetes counts `maxLength`. */
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
/** Six times `50:50` with a comma and a few blanks between them fit many times over. */
export const ratiosTextMax = 100;
export const ratioSideMax = 50;
/** An ad is at most four times as long on one side as on the other. */
export const ratioSpreadMax = 4;

export const targetDurationSecondsMin = 10;
export const targetDurationSecondsMax = 15;
