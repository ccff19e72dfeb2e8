import type { z } from 'zod';
import { sha256 } from '../../files/sha256.ts';
import type { Size } from '../../studio/box.ts';
import type { CutoutTask, ImageTask, ReferencePicture, VideoTask } from '../model-task.ts';
import type { CallIds, ModelProvider, Submission } from '../provider.ts';
import type { InputOptions as Options, SecondsForm, SizeForm } from './provider-options.ts';
import { aspectFor } from './size-for.ts';

type InputOptions = z.infer<typeof Options>;

/** Task whose result is a picture or a film. */
export type FileTask = ImageTask | CutoutTask | VideoTask;

/** Provider whose work is of the same form for all ports with files. */
export interface FileProvider extends Omit<ModelProvider<'image'>, 'submit'> {
  submit(task: FileTask, ids: CallIds, signal: AbortSignal): Promise<Submission>;
}

interface InputDefaults {
  picture: { field: string; isList: boolean };
  size: SizeForm;
}

/** Returns the inputs for a task. `urls` are the addresses of its pictures. */
export function inputsOf(
  task: FileTask,
  urls: readonly string[],
  options: InputOptions,
  defaults: InputDefaults,
): Record<string, unknown> {
  const { field, isList } = options.picture ?? defaults.picture;
  const inputs: Record<string, unknown> = {
    ...(task.port !== 'cutout' && {
      ...{ prompt: task.prompt, seed: task.seed },
      ...sizeInputs(task.size, options.size ?? defaults.size),
    }),
    ...(task.port === 'video' && secondsInputs(task.seconds, options.seconds)),
    ...(urls.length > 0 && { [field]: isList ? urls : urls[0] }),
    ...options.input,
  };
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
}

export function picturesOf(task: FileTask): readonly ReferencePicture[] {
  if (task.port === 'image') return task.references;
  return task.picture === null ? [] : [task.picture];
}

export const dataUrl = ({ bytes, mediaType }: ReferencePicture): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`;

/** Returns a picture as a file of a form, under a name that depends on its content. */
export function fileOf({ bytes, mediaType }: ReferencePicture): File {
  const name = `adwright-${sha256(bytes).slice(0, 32)}.${mediaType.replace(/^image\//, '')}`;
  return new File([new Uint8Array(bytes)], name, { type: mediaType });
}

function sizeInputs({ width, height }: Size, form: SizeForm): Record<string, unknown> {
  if (form === 'image_size') return { image_size: { width, height } };
  if (form === 'width_height') return { width, height };
  return form === 'aspect_ratio' ? { aspect_ratio: aspectFor({ width, height }, commonRatios) } : {};
}

function secondsInputs(seconds: number, form: SecondsForm): Record<string, unknown> {
  if (form === 'none') return {};
  const whole = Math.ceil(seconds);
  if (form === 'number') return { duration: whole };
  return { duration: form === 'text' ? String(whole) : `${whole}s` };
}

const commonRatios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', '5:4', '4:5', '21:9'] as const;

/** Returns the first allowed length in seconds that is not shorter than the wanted one, or else the longest. */
export function allowedSeconds(wanted: number, allowed: readonly number[]): number {
  const lengths = allowed.toSorted((a, b) => a - b);
  return lengths.find((seconds) => seconds >= wanted) ?? lengths.at(-1) ?? Math.ceil(wanted);
}
