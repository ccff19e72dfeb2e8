import type { Element } from 'domhandler';
import { hasActionWord, isBagButton } from '../../../words/actions.ts';
import { fold } from '../../../words/fold.ts';
import { isPossibleCall } from '../../../words/printable.ts';
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
  /** Confidence, 0 to 1, that the element is the main call to action of the page. */
  score: number;
}

const elementsMax = 600;
const wordsMax = 6;
const charactersMax = 36;

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

function scoreOf(element: Element, text: string, page: Page): number {
  const name = nameOf(element);
  const evidence: [boolean, number][] = [
    [hasActionWord(fold(text)), 0.3],
    [buttonLike.test(name) || element.name === 'button' || element.name === 'input', 0.2],
    [leading.test(name), 0.1],
    [isFilled(element, page), 0.15],
    [isWithin(element, heroPlace), 0.25],
    [isWithin(element, /<main>|<section>|main\b|content/), 0.05],
    [isWithin(element, /<nav>|<header>|header|navbar/), -0.15],
    [isWithin(element, aside), -0.45],
    [isBagButton(text), page.role === 'product' ? -0.1 : -0.35],
  ];
  return evidence.reduce((sum, [holds, worth]) => sum + (holds ? worth : 0), 0.1);
}

export function callElements(page: Page): CallElement[] {
  const elements = page.$(callPlaces).toArray().slice(0, elementsMax);
  const found = elements.flatMap((element): CallElement[] => {
    const text = textOf(element);
    if (text === undefined || isWithin(element, overlay)) return [];
    return [{ element, text, score: scoreOf(element, text, page) }];
  });
  found.sort((one, other) => other.score - one.score);
  const distinct = new Map<string, CallElement>();
  for (const call of found) {
    const key = foldText(call.text);
    if (!distinct.has(key)) distinct.set(key, call);
  }
  return [...distinct.values()].slice(0, 12);
}
