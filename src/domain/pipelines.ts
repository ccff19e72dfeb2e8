import { adTypes } from '#ad-types';
import { adTypeOf } from '../ads/known-types.ts';
import { usualMemoryMebibytes, type StageDefinition } from '../ads/stage-definition.ts';

/**
 * Returns the stages of a job type. Returns an empty list for a type that this version does not know, because the
 * installed CRD may be newer and allow such a type.
 */
export function stagesOf(type: string): readonly StageDefinition[] {
  return adTypeOf(type)?.stages ?? [];
}

const allStages = new Map(adTypes.flatMap(({ stages }) => stages.map((stage) => [stage.name, stage])));

export const stageNames: readonly string[] = [...allStages.keys()];

export function stageNamed(name: string): StageDefinition | undefined {
  return allStages.get(name);
}

export function memoryMebibytesOf(stage: string): number {
  return stageNamed(stage)?.memoryMebibytes ?? usualMemoryMebibytes;
}

export function isLastStage(type: string, stage: string): boolean {
  return stagesOf(type).at(-1)?.name === stage;
}
