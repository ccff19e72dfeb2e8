/** The parser of css-tree alone. The whole package loads the syntax of all CSS, which takes 60 ms at start. */
declare module 'css-tree/parser' {
  import type { parse as parseType } from 'css-tree';

  const parse: typeof parseType;
  export default parse;
}
