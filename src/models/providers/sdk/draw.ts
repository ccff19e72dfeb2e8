import type { ImageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { ModelFailure } from '../../model-failure.ts';
import type { ImageTask, ModelAnswer } from '../../model-task.ts';
import { typedResult } from '../result-type.ts';
import type { SdkCall } from './sdk-call.ts';

interface DrawOptions {
  size?: `${number}x${number}`;
  aspectRatio?: `${number}:${number}`;
  seed?: number;
  providerOptions?: SharedV4ProviderOptions;
}

/** Asks a model of the SDK for one picture. */
export async function draw(
  model: ImageModelV4,
  { prompt, references }: ImageTask,
  { signal }: SdkCall,
  { size, aspectRatio, seed, providerOptions = {} }: DrawOptions,
): Promise<ModelAnswer> {
  const files = references.map(({ bytes, mediaType }) => ({ type: 'file' as const, data: bytes, mediaType }));
  const { images } = await model.doGenerate({
    ...{ prompt, n: 1, size, aspectRatio, seed, providerOptions, abortSignal: signal },
    // An empty list would make an edit without a picture of some models.
    ...{ files: files.length > 0 ? files : undefined, mask: undefined },
  });
  const [first] = images;
  if (first === undefined) throw new ModelFailure('empty', 'the model returned no picture');
  return typedResult('picture', pictureBytes(first));
}

/** Reads a picture in base64. Some servers send a data URI. */
function pictureBytes(picture: string | Uint8Array): Buffer {
  return typeof picture === 'string'
    ? Buffer.from(picture.replace(/^data:[^,]*,/, ''), 'base64')
    : Buffer.from(picture);
}
