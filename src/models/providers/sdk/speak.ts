import type { SharedV4ProviderOptions, SpeechModelV4 } from '@ai-sdk/provider';
import type { ModelAnswer, SpeechTask } from '../../model-task.ts';
import { typedResult } from '../result-type.ts';
import type { SdkCall } from './sdk-call.ts';

interface SpeakOptions {
  voice: string;
  format: string;
  instructions?: string | undefined;
  /** Absent if the provider takes no speed. */
  speed?: number;
  language?: string;
  providerOptions?: SharedV4ProviderOptions;
}

/** Asks a model of the SDK for speech. */
export async function speak(
  model: SpeechModelV4,
  { text }: SpeechTask,
  { signal }: SdkCall,
  { format, instructions, providerOptions = {}, ...options }: SpeakOptions,
): Promise<ModelAnswer> {
  const { audio } = await model.doGenerate({
    ...options,
    ...(instructions !== undefined && { instructions }),
    ...{ text, outputFormat: format, providerOptions, abortSignal: signal },
  });
  return typedResult('sound', typeof audio === 'string' ? Buffer.from(audio, 'base64') : Buffer.from(audio));
}
