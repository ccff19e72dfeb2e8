import { clipped } from '../../domain/clipped.ts';
import type { ScriptScene } from '../../schema/film-script.ts';
import type { WritingTask } from './material.ts';
import { mentions } from './mentions.ts';
import { isOnTopic } from './topics.ts';
import { isAbout } from './worth.ts';

const prompt = 'generation_metadata.user_prompt';
const partsMax = 3;

/**
 * Returns notes for the client: parts of the creative direction that are not understood or about which the texts say
 * nothing, and texts of the request that the film does not show. Wishes are compared with the finished film later.
 */
export function scriptNotes(task: WritingTask, scenes: readonly ScriptScene[]): string[] {
  return [...notUnderstood(task), ...withoutFacts(task), ...openingNotes(task), ...leftOutCopy(task, scenes)];
}

function notUnderstood({ direction }: WritingTask): string[] {
  const parts = direction.notUnderstood.slice(0, partsMax).map((part) => `“${clipped(part, 80)}”`);
  if (parts.length === 0) return [];
  const more = direction.notUnderstood.length - parts.length;
  const all = more > 0 ? [...parts, `${more} more`] : parts;
  return [
    `${prompt}: ${new Intl.ListFormat('en').format(all)} ${direction.notUnderstood.length === 1 ? 'was' : 'were'} not understood and not followed: the built-in studio films the pictures and facts that the request and the pages give.`,
  ];
}

function withoutFacts({ direction, sentences, copy }: WritingTask): string[] {
  const all = [...sentences, ...Object.values(copy)].join(' ');
  const judgesPrice = direction.wishes.some(({ element: { kind } }) => kind === 'price' || kind === 'offer');
  const missing = direction.focus.filter((topic) => !isOnTopic(all, topic) && !(judgesPrice && topic === 'price'));
  const isFound = direction.claims.length > 0 || direction.focusWords.some((word) => mentions(all, word));
  return missing.length === 0 || isFound
    ? []
    : [
        `${prompt}: neither the request nor the pages say anything about ${new Intl.ListFormat('en').format([...new Set(missing)])}.`,
      ];
}

function openingNotes({ direction: { opening }, sentences, copy }: WritingTask): string[] {
  if (opening?.kind !== 'topic' || opening.topics.length > 0) return [];
  const isFound = [...sentences, ...Object.values(copy)].some((text) => isAbout(text, [], opening.words));
  return isFound
    ? []
    : [
        `${prompt}: “${clipped(opening.clause, 80)}” was not followed: neither the request nor the pages say anything about it.`,
      ];
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
