import type { Size } from '../studio/box.ts';

/** Ports that a model can serve, in the order in which a job uses them. */
export const modelPorts = ['copywriter', 'cutout', 'image', 'speech', 'video'] as const;
export type ModelPort = (typeof modelPorts)[number];

/** Picture that a model gets, such as a packshot of the product. */
export interface ReferencePicture {
  bytes: Buffer;
  /** Media type, such as `image/png`. */
  mediaType: string;
}

/** Asks for JSON that matches a schema. */
export interface WritingTask {
  port: 'copywriter';
  system: string;
  prompt: string;
  /** Name of what is written, such as `film_script`: letters, digits and underscores. */
  name: string;
  /** JSON Schema (draft 2020-12) of the result. */
  schema: Readonly<Record<string, unknown>>;
  /** JSON Schema of results that are judged, if it is wider than `schema`: the judge refuses parts of a result alone. */
  judged?: Readonly<Record<string, unknown>>;
}

/** Asks for a picture. With `references`, the first one is edited or used as a model. */
export interface ImageTask {
  port: 'image';
  prompt: string;
  /** Wanted size in pixels. A model may return another size. */
  size: Size;
  references: readonly ReferencePicture[];
  seed: number;
}

/** Asks for the mask of the main subject of a picture: white is subject, black is ground. */
export interface CutoutTask {
  port: 'cutout';
  picture: ReferencePicture;
}

export interface SpeechTask {
  port: 'speech';
  text: string;
  /** BCP-47 tag. */
  language: string;
  /** Factor of the rate of speech. 1 is the natural rate of the voice. */
  speed: number;
}

/** Asks for a clip that starts with a picture. */
export interface VideoTask {
  port: 'video';
  prompt: string;
  picture: ReferencePicture | null;
  /** Wanted length in seconds, 3 to 8. A model may return another length. */
  seconds: number;
  /** Wanted size in pixels. A model may return another size. */
  size: Size;
  seed: number;
}

export type ModelTask = WritingTask | ImageTask | CutoutTask | SpeechTask | VideoTask;
export type TaskOf<Port extends ModelPort> = Extract<ModelTask, { port: Port }>;

/** Result of a model: a picture, sound or film, or JSON text for a writing task. Nothing of it has been checked. */
export interface ModelAnswer {
  bytes: Buffer;
  /** Media type, such as `image/png`; `application/json` for a writing task. */
  mediaType: string;
}
