export interface Face {
  family: string;
  weight: number;
  /**
   * True if the family comes from the npm package `@fontsource-variable/<family>`, where one file contains all weights.
   */
  isVariable?: true;
  /** Values for the axes of a variable font that the weight does not set, in CSS syntax. */
  variations?: string;
}
