/**
 * Types for the parser of css-tree without the rest of the package. Importing the whole package takes 60 ms, because it
 * loads the syntax of all CSS.
 */
declare module 'css-tree/parser' {
  import type { parse as parseType } from 'css-tree';

  const parse: typeof parseType;
  export default parse;
}
