import type { Asked } from '../../schema/direction.ts';
import { colorNames, groundOf, isGround, namedColor, type Shade } from './named-colors.ts';
import type { Token } from './tokens.ts';

interface FoundColor {
  hex: string;
  at: number;
}

const isColor = (token: Token | undefined): boolean => token?.label.startsWith('color-') === true;

/** Labels `dark` and `light` next to a colour as its shade, not as that of the ground: `dark green`. */
export const withShades = (tokens: readonly Token[]): Token[] =>
  tokens.map((token, at) =>
    (token.label === 'dark' || token.label === 'light') && [tokens[at - 1], tokens[at + 1]].some(isColor)
      ? { ...token, label: `shade-${token.label}` }
      : token,
  );

const shadeOf = (token: Token | undefined): Shade =>
  token?.label === 'shade-dark' ? 'dark' : token?.label === 'shade-light' ? 'light' : undefined;

const darkWords = /^(?:dunkel|donker|tannen|nacht|ciemno)/u;
const lightWords = /^(?:hell|licht|mint|jasno)/u;

/** Returns the shade within a German, Dutch or Polish word: `dunkelgrün`. */
const shadeWithin = (text: string): Shade =>
  darkWords.test(text) ? 'dark' : lightWords.test(text) ? 'light' : undefined;

/** Returns the colours that a segment names, and their places. */
export function colorsIn(tokens: readonly Token[]): FoundColor[] {
  return tokens.flatMap(({ label, text }, at) => {
    const name = colorNames.find((each) => label === `color-${each}`);
    if (name === undefined) return [];
    const shade = shadeWithin(text) ?? shadeOf(tokens[at - 1]) ?? shadeOf(tokens[at + 1]);
    return [{ hex: namedColor(name, shade), at }];
  });
}

/** Returns what the colours of a segment ask for. */
export function colorsAsked(tokens: readonly Token[]): Asked {
  const colors = colorsIn(tokens);
  const [first] = colors;
  if (first === undefined) return shadeOfGround(tokens);
  if (isOfText(tokens) && isGround(first.hex)) return { ground: groundOf(first.hex) === 'dark' ? 'light' : 'dark' };
  const ground = groundIn(tokens, colors);
  const leads = colors.filter((color) => color !== ground).map(({ hex }) => hex);
  return {
    ...(ground !== undefined && { groundColor: ground.hex, ground: groundOf(ground.hex) }),
    ...(leads.length > 0 && { colors: leads }),
  };
}

const has = (tokens: readonly Token[], ...labels: string[]): boolean =>
  tokens.some(({ label }) => labels.includes(label));

const isOfText = (tokens: readonly Token[]): boolean => has(tokens, 'type', 'text') && !has(tokens, 'background');

/** Returns the colour of the ground: `on red`, `red background`, and black or white without a place. */
function groundIn(tokens: readonly Token[], colors: readonly FoundColor[]): FoundColor | undefined {
  const [first] = colors;
  const isFirst = has(tokens, 'background', 'as-ground') || (first !== undefined && isGround(first.hex));
  return colors.find(({ at }) => tokens[at - 1]?.label === 'on-color') ?? (isFirst ? first : undefined);
}

/** Returns the ground of a segment that names no colour: `a pale background`. */
function shadeOfGround(tokens: readonly Token[]): Asked {
  const shade = tokens.map(shadeOf).find((each) => each !== undefined);
  return shade === undefined || !has(tokens, 'background') ? {} : { ground: shade };
}
