/** The parser alone: the whole package brings the syntax of all CSS along, which costs 60 ms at start. */
declare module 'css-tree/parser' {
  import type { parse as parseType } from 'css-tree';

  const parse: typeof parseType;
  export default parse;
}
