import type { Element } from 'domhandler';
import { hexOf } from '../css/color-value.ts';
import type { Styles } from '../css/styles.ts';
import { isNeutral } from '../color-distance.ts';
import type { ColorRole, ColorValue, Extractor, Found } from '../found.ts';
import type { Page } from '../page.ts';
import { callElements, standing } from './call-elements.ts';

const source = 'stylesheet';
const defaults = new Set([
  '#0d6efd',
  '#007bff',
  '#6ec1e4',
  '#61ce70',
  '#3898ec',
  '#7f54b3',
  '#32373c',
  '#0000ee',
  '#428bca',
  '#337ab7',
]);

function groundOf(styles: Styles, element: Element): string | undefined {
  const color = styles.declared(element, 'background-color');
  if (color !== undefined) return hexOf(color);
  const shorthand = styles.declared(element, 'background') ?? '';
  // In a `background` shorthand, a gradient counts as its first colour, and a picture does not count as a colour.
  const first =
    /#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([^()]{1,100}\)|^(?!url|none|[a-z]+-gradient)[a-z]{3,20}\b(?!\()/i.exec(
      shorthand,
    )?.[0];
  return first === undefined ? undefined : hexOf(first);
}

function seen(hex: string | undefined, role: ColorRole, confidence: number, label: string): Found<ColorValue>[] {
  if (hex === undefined) return [];
  return [{ value: { hex, label, role }, source, confidence: confidence * (defaults.has(hex) ? 0.4 : 1) }];
}

function callColors(page: Page, styles: Styles): Found<ColorValue>[] {
  const calls = callElements(page)
    .map((call) => ({ element: call.element, score: standing(call, page) }))
    .filter(({ score }) => score >= 0.4)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 4);
  return calls.flatMap(({ element, score }) => {
    const inner = page.$(element).children().get(0);
    const hex = groundOf(styles, element) ?? (inner === undefined ? undefined : groundOf(styles, inner));
    if (hex === undefined || hex === '#ffffff') return [];
    return seen(hex, 'primary', Math.min(0.8, score) * (isNeutral(hex) ? 0.7 : 1), 'button');
  });
}

function textColor(styles: Styles, element: Element | undefined): string | undefined {
  const value = element === undefined ? undefined : styles.inherited(element, 'color');
  return value === undefined ? undefined : hexOf(value);
}

function band(hex: string | undefined, label: string): Found<ColorValue>[] {
  if (hex === undefined) return [];
  return isNeutral(hex) ? seen(hex, 'surface', 0.25, label) : seen(hex, 'other', 0.4, label);
}

function heading(hex: string | undefined): Found<ColorValue>[] {
  if (hex === undefined) return [];
  return isNeutral(hex) ? seen(hex, 'ink', 0.3, 'heading') : seen(hex, 'other', 0.35, 'heading');
}

function linkColor(hex: string | undefined): Found<ColorValue>[] {
  return hex === undefined || isNeutral(hex) ? [] : seen(hex, 'accent', 0.4, 'link');
}

export const usedColors: Extractor = (page) => {
  const { styles } = page;
  if (styles === undefined) return {};
  const first = (selector: string): Element | undefined => page.$.root().find(selector).get(0);
  const ground = (element: Element | undefined): string | undefined =>
    element === undefined ? undefined : groundOf(styles, element);
  const text = (selector: string): string | undefined => textColor(styles, first(selector));
  return {
    colors: [
      ...callColors(page, styles),
      ...seen(ground(first('body')) ?? ground(first('html')), 'surface', 0.8, 'page'),
      ...seen(text('body'), 'ink', 0.75, 'text'),
      ...heading(text('h1, h2')),
      ...linkColor(text('p a[href]:not([class]), main li a[href]:not([class])')),
      ...band(ground(first('header, [class*="header" i], nav')), 'header'),
      ...band(ground(first('[class*="hero" i], [class*="banner" i]')), 'hero'),
    ],
  };
};
