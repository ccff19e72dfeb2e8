import type { Element } from 'domhandler';
import { hasActionWord, isBagButton } from '../../../words/actions.ts';
import { oncePer } from '../../../domain/once.ts';
import { fold } from '../../../words/fold.ts';
import { isPossibleCall } from '../../../words/printable.ts';
import { facts, type Features } from '../evidence.ts';
import type { Page } from '../page.ts';
import { isWithin, nameOf, overlay } from '../element.ts';
import { callText } from '../call-text.ts';
import { foldText } from '../text.ts';
import { heroPlace } from './pictures.ts';
import { visibleText } from './visible-text.ts';

const callPlaces =
  'a[href], button, input[type="submit"], input[type="button"], [role="button"], a [class*="button" i], a [class*="btn" i], a [class*="cta" i]';

export interface CallElement {
  element: Element;
  text: string;
  features: Features;
}

const elementsMax = 600;
const callsMax = 24;
const wordsMax = 6;
const charactersMax = 36;
/** Number of buttons with the same text from which on the text counts as that of a list. */
const repeatedMin = 3;

const buttonLike = /\bbtn|button|\bcta|call-to-action|wp-block-button|w-button|elementor-button/;
const leading = /primary|cta|hero|main|filled|solid|action/;
const aside =
  /footer|<footer>|newsletter|breadcrumb|pagination|filter|search|share|social|review|related|mega-?menu|sub-?menu|lang|account/;

function textOf(element: Element): string | undefined {
  const label = element.name === 'input' ? element.attribs['value'] : visibleText(element);
  const text = callText(label);
  if (text === undefined || text.length < 2 || text.length > charactersMax || text.split(' ').length > wordsMax)
    return undefined;
  return isPossibleCall(text) ? text : undefined;
}

function isFilled(element: Element, { styles }: Page): boolean {
  if (styles === undefined) return false;
  const ground = (
    styles.declared(element, 'background-color') ??
    styles.declared(element, 'background') ??
    'none'
  ).slice(0, 200);
  return (
    !/^(?:none|transparent|inherit|initial|unset|0)/i.test(ground) &&
    /#|\(|^[a-z]+$/i.test(ground) &&
    !/rgba?\([^)]*,\s*0\)/.test(ground)
  );
}

const isButton = (element: Element): boolean =>
  buttonLike.test(nameOf(element)) || element.name === 'button' || element.name === 'input';

function featuresOf(element: Element, page: Page): Features {
  return facts({
    written: true,
    'written.button': isButton(element),
    'written.leading': leading.test(nameOf(element)),
    'written.filled': isFilled(element, page),
    'written.hero': isWithin(element, heroPlace),
    'written.main': isWithin(element, /<main>|<section>|main\b|content/),
    'written.header': isWithin(element, /<nav>|<header>|header|navbar/),
    'written.aside': isWithin(element, aside),
  });
}

/** Reports whether an element is more than a link of a text or menu. */
const standsOut = ({ text, features }: CallElement): boolean =>
  hasActionWord(fold(text)) ||
  isBagButton(text) ||
  features['written.button'] === 1 ||
  features['written.filled'] === 1;

/** Returns the elements that may be calls to action, in the order of the page, those beside its content last. */
export const callElements = oncePer((page: Page): CallElement[] => {
  const elements = page.$(callPlaces).toArray().slice(0, elementsMax);
  const found = elements.flatMap((element): CallElement[] => {
    const text = textOf(element);
    if (text === undefined || isWithin(element, overlay)) return [];
    return [{ element, text, features: featuresOf(element, page) }];
  });
  const sameText = Map.groupBy(found.filter(standsOut), ({ text }) => foldText(text));
  const calls = [...sameText.values()].flatMap((same): CallElement[] => {
    const [first] = same.toSorted((one, other) => sideOf(one) - sideOf(other));
    return first === undefined
      ? []
      : [{ ...first, features: { ...first.features, ...facts({ 'written.repeated': same.length >= repeatedMin }) } }];
  });
  return calls.toSorted((one, other) => sideOf(one) - sideOf(other)).slice(0, callsMax);
});

/** Order of parts of a page: hero, content, header, aside. */
function sideOf({ features }: CallElement): number {
  if (features['written.aside'] === 1) return 3;
  if (features['written.hero'] === 1) return 0;
  return features['written.header'] === 1 ? 2 : 1;
}
