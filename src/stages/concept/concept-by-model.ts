import { parseJson } from '../../domain/json-text.ts';
import type { Verdict } from '../../models/calls/model-chain.ts';
import { unsupported } from '../../models/judge/text.ts';
import { ConceptAnswer, conceptPrompt, type ConceptPromptFacts } from '../../models/prompts/concept-prompt.ts';
import { readDirection } from '../../studio/direction/read-direction.ts';
import { schemaFlaw } from '../models/schema-flaw.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import type { ConceptSentence } from './write-concept.ts';

/**
 * Returns the creative idea of an ad as a model writes it, with what each sentence asks of the ad. Null: no model is
 * configured, or none has a usable idea. `sources` are the texts of the request and of the pages: the idea states no
 * number, claim or name that they do not state.
 */
export async function conceptByModel(
  facts: ConceptPromptFacts,
  { desk, sources, signal }: { desk: ModelDesk | null; sources: readonly string[]; signal: AbortSignal },
): Promise<ConceptSentence[] | null> {
  if (desk?.has('copywriter') !== true) return null;
  const task = conceptPrompt(facts, desk.prompts);
  const text = await desk.make(
    { port: 'copywriter', unit: 0, task: () => task, judge: ({ bytes }) => Promise.resolve(judged(bytes, sources)) },
    signal,
  );
  return text === null ? null : sentencesOf(text);
}

function judged(bytes: Buffer, sources: readonly string[]): Verdict<string> {
  const { data, error } = ConceptAnswer.safeParse(parseJson(bytes.toString('utf8')));
  if (data === undefined) return { kind: 'refused', reasons: [schemaFlaw(error)] };
  const reasons = unsupported(data.concept, sources, 'en').map((what) => `states ${what}, which no source states`);
  return reasons.length > 0 ? { kind: 'refused', reasons } : { kind: 'fit', result: data.concept };
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function sentencesOf(text: string): ConceptSentence[] {
  return [...sentences.segment(text)].map(({ segment }) => {
    const sentence = segment.trim();
    const [clause] = readDirection(sentence, 'en').clauses ?? [];
    return { text: sentence, asks: clause?.asks ?? {} };
  });
}
