/**
 * What an ad loses by printing a wrong thing (`wrong`) and by leaving out a right one (`absent`), for each kind of thing
 * that is read on a page. Only the ratio of the two counts.
 */
const costs = {
  headline: { wrong: 2, absent: 3 },
  /** Without a name, an ad shows the address of the brand's website. */
  name: { wrong: 4, absent: 1 },
  /** Without a logo, an ad sets the name in type. */
  logo: { wrong: 2, absent: 1 },
  /** An ad with a picture is whole without a second line. */
  support: { wrong: 6, absent: 1 },
  /** Second line of an ad of type alone. */
  loneSupport: { wrong: 3, absent: 2 },
  action: { wrong: 3, absent: 1 },
  productName: { wrong: 4, absent: 1 },
  price: { wrong: 3, absent: 1 },
  picture: { wrong: 1, absent: 1 },
  /** An ad may show several, and has the main picture of the product's page without one. */
  productPicture: { wrong: 7, absent: 1 },
} as const;

export type Printed = keyof typeof costs;

/**
 * Reports whether a thing is right with a probability (0 to 1) at which printing it loses less on average than leaving
 * it out. Without a probability, it comes from the request and is printed.
 */
export function isSureEnough(kind: Printed, probability: number | undefined): boolean {
  const { wrong, absent } = costs[kind];
  return probability === undefined || probability >= wrong / (wrong + absent);
}
