/**
 * Types for the part of `@bramus/specificity` that is in use. TypeScript does not find the types in this package,
 * because its `exports` do not list them.
 */
declare module '@bramus/specificity' {
  export default class Specificity {
    /** Returns the specificity of each CSS selector in a list. Throws a TypeError if the list is not valid CSS. */
    static calculate(selectors: string): Specificity[];
    static compare(one: Specificity, other: Specificity): number;
    toArray(): [number, number, number];
  }
}
