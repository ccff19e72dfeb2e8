import { clipped } from '../../domain/clipped.ts';
import type { ScriptScene } from '../../schema/film-script.ts';
import type { WritingTask } from './material.ts';
import { mentions } from './direction.ts';

const prompt = 'generation_metadata.user_prompt';
const partsMax = 3;

/**
 * Returns notes for the client: parts of the creative direction that the film does not follow, and texts of the request
 * that it does not show.
 */
export function scriptNotes(task: WritingTask, scenes: readonly ScriptScene[]): string[] {
  return [...notFollowed(task), ...withoutFacts(task), ...openingNotes(task), ...leftOutCopy(task, scenes)];
}

function notFollowed({ direction }: WritingTask): string[] {
  const parts = direction.notFollowed.slice(0, partsMax).map((part) => `“${clipped(part, 80)}”`);
  if (parts.length === 0) return [];
  const more = direction.notFollowed.length - parts.length;
  const all = more > 0 ? [...parts, `${more} more`] : parts;
  return [
    `${prompt}: ${new Intl.ListFormat('en').format(all)} ${direction.notFollowed.length === 1 ? 'was' : 'were'} not followed: the built-in studio films the pictures and facts that the request and the pages give.`,
  ];
}

function withoutFacts({ direction, sentences, copy }: WritingTask): string[] {
  const all = [...sentences, ...Object.values(copy)].join(' ');
  const missing = direction.focus.filter(({ facts }) => !facts.test(all)).map(({ name }) => name);
  const isFound = direction.claims.length > 0 || direction.focusWords.some((word) => mentions(all, word));
  return missing.length === 0 || isFound
    ? []
    : [
        `${prompt}: neither the request nor the pages say anything about ${new Intl.ListFormat('en').format([...new Set(missing)])}.`,
      ];
}

function openingNotes({ direction: { opening }, copy, material }: WritingTask): string[] {
  if (opening?.kind === 'price' && copy.price === '' && material.price === null)
    return [`${prompt}: the film does not open with the price: neither the request nor the pages state one.`];
  return opening?.kind === 'offer' && copy.offer === ''
    ? [`${prompt}: the film does not open with an offer: the request has none.`]
    : [];
}

function leftOutCopy({ copy, isGiven, material }: WritingTask, scenes: readonly ScriptScene[]): string[] {
  const given = [
    ...(isGiven.headline ? [['headline', copy.headline] as const] : []),
    ...(isGiven.subheadline ? [['subheadline', copy.subheadline] as const] : []),
    ...(isGiven.cta ? [['cta', copy.cta] as const] : []),
    ...(copy.offer === '' ? [] : [['offer', copy.offer] as const]),
  ];
  return given
    .filter(([, text]) => !isShown(text, scenes))
    .map(([type]) => `The ${type} was left out: it cannot be read within a film of ${material.seconds} seconds.`);
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');

/** Reports whether a scene shows a text. Differences in case, spaces and punctuation do not count. */
export const isShown = (text: string, scenes: readonly Pick<ScriptScene, 'on_screen_text'>[]): boolean =>
  scenes.some(({ on_screen_text: shown }) => plain(shown).includes(plain(text)));
