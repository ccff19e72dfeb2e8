/** The part in use. TypeScript does not find the types of the package, since its `exports` do not list them. */
declare module '@bramus/specificity' {
  export default class Specificity {
    /** Returns the specificity of each selector of a list. Throws a TypeError if the list is not valid CSS. */
    static calculate(selectors: string): Specificity[];
    /** Comparator that sorts by ascending specificity. */
    static compare(one: Specificity, other: Specificity): number;
    /** Numbers of ids, of classes, attributes and pseudo-classes, and of tags and pseudo-elements. */
    toArray(): [number, number, number];
  }
}
