import type { Html } from '../html.ts';
import type { View } from '../view.ts';
import { notice } from './parts.ts';

/** Returns the notice about an action that led to this page. The parameter `done` of the address names its sentence. */
export function doneNotice({ query }: View, sentences: Readonly<Record<string, string>>): Html | undefined {
  const name = query.get('done') ?? '';
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  return sentence === undefined ? undefined : notice('good', sentence);
}
