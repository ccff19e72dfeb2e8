import { parseJson } from '../../domain/json-text.ts';
import type { Verdict } from '../../models/calls/model-chain.ts';
import { unsupported } from '../../models/judge/text.ts';
import { ConceptAnswer, conceptPrompt, type ConceptPromptFacts } from '../../models/prompts/concept-prompt.ts';
import { choiceParts, type PageChoice, type PageChoices } from '../../studio/copy/page-choice.ts';
import { readDirection } from '../../studio/direction/read-direction.ts';
import { schemaFlaw } from '../models/schema-flaw.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import type { ConceptSentence } from './write-concept.ts';

export interface ModelConcept {
  sentences: ConceptSentence[];
  /** Texts of the page that the model has chosen. */
  copy: PageChoice;
}

/**
 * Returns the creative idea of an ad as a model writes it, with what each sentence asks of the ad, and the texts of the
 * page that it chooses. Null: no model is configured, or none has a usable idea. `sources` are the texts of the request
 * and of the pages: the idea states no number, claim or name that they do not state. A choice that is no text of the page
 * is left out, which the report says.
 */
export async function conceptByModel(
  facts: ConceptPromptFacts,
  { desk, sources, signal }: { desk: ModelDesk | null; sources: readonly string[]; signal: AbortSignal },
): Promise<ModelConcept | null> {
  if (desk?.has('copywriter') !== true) return null;
  const task = conceptPrompt(facts, desk.prompts);
  const answer = await desk.make(
    { port: 'copywriter', unit: 0, task: () => task, judge: ({ bytes }) => Promise.resolve(judged(bytes, sources)) },
    signal,
  );
  if (answer === null) return null;
  const { copy, refused } = chosen(answer, facts.choices);
  desk.refuseParts('copywriter', refused);
  return { sentences: sentencesOf(answer.concept), copy };
}

/** Returns the texts of the page that an answer chooses, and why its other choices are refused. */
function chosen(answer: ConceptAnswer, choices: PageChoices): { copy: PageChoice; refused: string[] } {
  const made = choiceParts.flatMap((part) => {
    const wanted = answer[part];
    if (wanted === undefined) return [];
    const text = typeof wanted === 'string' ? wanted.replace(/\s+/g, ' ').trim() : '';
    return [{ part, text, isThere: choices[part].includes(text) }];
  });
  const refused = made.filter(({ isThere }) => !isThere);
  return {
    copy: Object.fromEntries(made.filter(({ isThere }) => isThere).map(({ part, text }) => [part, text])),
    refused: refused.map(({ part, text }) => `the ${part} “${text}” is not one of the texts to choose from`),
  };
}

function judged(bytes: Buffer, sources: readonly string[]): Verdict<ConceptAnswer> {
  const { data, error } = ConceptAnswer.safeParse(parseJson(bytes.toString('utf8')));
  if (data === undefined) return { kind: 'refused', reasons: [schemaFlaw(error)] };
  const reasons = unsupported(data.concept, sources, 'en').map((what) => `states ${what}, which no source states`);
  return reasons.length > 0 ? { kind: 'refused', reasons } : { kind: 'fit', result: data };
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): ConceptSentence[] {
  return [...sentences.segment(text)].map(({ segment }) => {
    const sentence = segment.trim();
    const [clause] = readDirection(sentence, 'en').clauses ?? [];
    return { text: sentence, asks: clause?.asks ?? {} };
  });
}
