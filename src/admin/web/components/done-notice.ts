import type { Html } from '../html.ts';
import type { View } from '../view.ts';
import { notice } from './parts.ts';

/** Sentence about the effect of an action, after the redirect to this page. The address names one of the sentences in `done`. */
export function doneNotice({ query }: View, sentences: Readonly<Record<string, string>>): Html | undefined {
  const name = query.get('done') ?? '';
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  return sentence === undefined ? undefined : notice('good', sentence);
}
