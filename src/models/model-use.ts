import type { ModelPort } from './model-task.ts';

/** Use of a port by a stage. */
export interface ModelUse {
  port: ModelPort;
  /** Maximum number of things that one job asks the port for, such as the clips of a film. */
  units: number;
  /** True if one thing is asked for after another. */
  isSequential?: true;
  /** True if a job asks for no more things than each model of the list can do at once. */
  isBounded?: true;
}

/** Number of results of one model that are judged before the next model of the list gets its turn. */
export const triesMax = 2;

/** Maximum number of models in the list of a port. */
export const modelsMax = 3;

/** Returns the number of a call, which stands for a unit, a model of the list, and a try, each counted from 0. */
export function callNumber({ unit, model, attempt }: { unit: number; model: number; attempt: number }): number {
  return (unit * modelsMax + model) * triesMax + attempt + 1;
}

/** Returns which try of a model a call is, counted from 1. */
export const tryOf = (number: number): number => ((number - 1) % triesMax) + 1;

/** Number of pictures of an ad whose masks a model makes. The built-in network makes the others. */
export const cutoutsMax = 4;

/** Number of sentences that a model speaks for a film. A film with more of them has the built-in voice. */
export const spokenSentencesMax = 8;

/** Number of scenes of a film that a model films. */
export const clipsMax = 3;
