/**
 * Types for the part of `@bramus/specificity` that is in use. TypeScript does not find the types in this package,
 * because its `exports` do not list them.
 */
declare module '@bramus/specificity' {
  export default class Specificity {
    /** Returns the specificity of each CSS selector in a list. Throws a TypeError if the list is not valid CSS. */
    static calculate(selectors: string): Specificity[];
    /** Comparator for sorting specificities, lowest first. */
    static compare(one: Specificity, other: Specificity): number;
    /**
     * Returns the three numbers of a specificity: number of ids; of classes, attributes and pseudo-classes; of tags and
     * pseudo-elements.
     */
    toArray(): [number, number, number];
  }
}
