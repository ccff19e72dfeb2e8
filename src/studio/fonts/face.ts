/** One weight of a family from the package `@fontsource/<family>`. */
export interface Face {
  family: string;
  weight: number;
  /** True for the package `@fontsource-variable/<family>`, whose files contain all weights. */
  isVariable?: true;
}
