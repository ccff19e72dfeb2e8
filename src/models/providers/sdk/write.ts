import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { providerWords } from '../../connection/provider-words.ts';
import { ModelFailure } from '../../model-failure.ts';
import type { ModelAnswer, WritingTask } from '../../model-task.ts';
import { jsonIn } from './json-in.ts';
import type { SdkCall } from './sdk-call.ts';

interface WriteOptions {
  maxTokens?: number | undefined;
  /** False if the provider cannot be sent a schema: the schema is then a part of the prompt. */
  isSchemaSent?: boolean;
  providerOptions?: SharedV4ProviderOptions;
}

/** Asks a model of the SDK for JSON that matches a schema. Returns the JSON without anything around it. */
export async function write(
  model: LanguageModelV4,
  { system, prompt, name, schema, judged = schema }: WritingTask,
  { signal }: SdkCall,
  { maxTokens, isSchemaSent = true, providerOptions = {} }: WriteOptions = {},
): Promise<ModelAnswer> {
  const asked = isSchemaSent
    ? system
    : `${system}\n\nAnswer with JSON that matches this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
  const { content, finishReason } = await model.doGenerate({
    prompt: [
      { role: 'system', content: asked },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    responseFormat: { type: 'json', schema, name },
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...{ providerOptions, abortSignal: signal },
  });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (finishReason.unified === 'content-filter')
    throw new ModelFailure('moderated', 'the provider refused the content', { isAfterWork: true });
  if (text.trim() === '') throw new ModelFailure('empty', 'the model returned no text');
  return matching(judged, text, finishReason.unified === 'length');
}

function matching(schema: WritingTask['schema'], text: string, isCut: boolean): ModelAnswer {
  const json = jsonIn(text);
  if (json === undefined)
    throw unreadable(isCut ? 'the text of the model is cut short' : 'the model returned no JSON', text);
  const { success, error } = z.fromJSONSchema({ ...schema }).safeParse(json);
  if (!success) throw unreadable('the JSON of the model does not match the schema', z.prettifyError(error));
  return { bytes: Buffer.from(JSON.stringify(json)), mediaType: 'application/json' };
}

const unreadable = (sentence: string, words: string): ModelFailure =>
  new ModelFailure('unreadable', sentence, { cause: providerWords(words, null) });
