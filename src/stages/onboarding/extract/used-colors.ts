import type { Element } from 'domhandler';
import { hasActionWord, isBagButton } from '../../../words/actions.ts';
import { fold } from '../../../words/fold.ts';
import { hexOf } from '../css/color-value.ts';
import type { Styles } from '../css/styles.ts';
import { evidence, facts, type Evidence, type Features } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import type { Page } from '../page.ts';
import { callElements } from './call-elements.ts';

const source = 'stylesheet';

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

/** Features of buttons that say something about their colour. */
const telling = ['leading', 'hero', 'header', 'button', 'repeated'];

/** Returns the background colours of the buttons, with the features of each button. */
function ofCalls(page: Page, styles: Styles): Evidence<string>[] {
  const filled = callElements(page).flatMap((call) => {
    const inner = page.$(call.element).children().get(0);
    const hex = groundOf(styles, call.element) ?? (inner === undefined ? undefined : groundOf(styles, inner));
    return hex === undefined ? [] : [{ ...call, hex }];
  });
  const [beside, main] = [true, false].map((isAside) =>
    filled.filter(({ features }) => (features['written.aside'] === 1) === isAside),
  );
  return [
    ...(beside ?? []).flatMap(({ hex }, _, { length }) => evidence(hex, source, { 'aside-call': 1 / length })),
    ...(main ?? []).flatMap(({ hex, text, features }, at, { length }) =>
      evidence(hex, source, {
        call: 1 / length,
        ...facts({
          ...Object.fromEntries(telling.map((name) => [`call.${name}`, features[`written.${name}`] === 1])),
          'call.first': at === 0,
          'call.action': hasActionWord(fold(text)),
          'call.bag': isBagButton(text),
        }),
      }),
    ),
  ];
}

export const usedColors: Extractor = (page) => {
  const { styles } = page;
  if (styles === undefined) return {};
  const first = (selector: string): Element | undefined => page.$.root().find(selector).get(0);
  const seen = (
    selector: string,
    colorOf: (element: Element) => string | undefined,
    features: Features,
  ): Evidence<string>[] => {
    const element = first(selector);
    return evidence(element && colorOf(element), source, features);
  };
  const ground = (element: Element): string | undefined => groundOf(styles, element);
  const text = (element: Element): string | undefined => hexOf(styles.inherited(element, 'color') ?? '');
  const ofBody = seen('body', ground, { 'written.ground': 1 });
  return {
    colors: [
      ...ofCalls(page, styles),
      ...(ofBody.length > 0 ? ofBody : seen('html', ground, { 'written.ground': 1 })),
      ...seen('body', text, { 'written.text': 1 }),
      ...seen('h1, h2', text, { 'written.heading': 1 }),
      ...seen('p a[href]:not([class]), main li a[href]:not([class])', text, { 'written.link': 1 }),
      ...seen('header, [class*="header" i], nav', ground, { 'written.header': 1 }),
      ...seen('[class*="hero" i], [class*="banner" i]', ground, { 'written.hero': 1 }),
      ...seen('footer', ground, { 'written.footer': 1 }),
    ],
  };
};
