import type { StageDefinition } from '../../ads/stage-definition.ts';
import { stagesOf } from '../../domain/pipelines.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJobSpec, StageStatus } from '../../schema/adjob.ts';
import type { StageInput } from '../../schema/stage-contract.ts';

export interface PlannedStage {
  definition: StageDefinition;
  record: StageStatus;
}

/**
 * Returns the stage records of a job. Adds a record for every stage without one; the added record is `Skipped` if the
 * request does not need the stage. Keeps records of unknown stages, which another version has written.
 */
export function plannedList(observed: readonly StageStatus[] | undefined, spec: AdJobSpec): StageStatus[] {
  const known = observed ?? [];
  const missing = stagesOf(spec.type).filter(({ name }) => !known.some((record) => record.name === name));
  return [...known, ...missing.map((definition) => freshRecord(definition, spec))];
}

export function plannedStages(list: readonly StageStatus[], spec: AdJobSpec): PlannedStage[] {
  return stagesOf(spec.type).map((definition) => ({
    definition,
    record: list.find(({ name }) => name === definition.name) ?? freshRecord(definition, spec),
  }));
}

export function runningStage(
  list: readonly StageStatus[] | undefined,
  { type }: Pick<AdJobSpec, 'type'>,
): PlannedStage | undefined {
  for (const definition of stagesOf(type)) {
    const record = list?.find(({ name, state }) => name === definition.name && state === 'Running');
    if (record !== undefined) return { definition, record };
  }
  return undefined;
}

export function nextStage(list: readonly StageStatus[], spec: AdJobSpec): PlannedStage | undefined {
  return plannedStages(list, spec).find(({ record }) => record.state === 'Pending');
}

export function replaceRecord(list: readonly StageStatus[], record: StageStatus): StageStatus[] {
  return list.map((other) => (other.name === record.name ? record : other));
}

export function earlierStages(list: readonly StageStatus[], stage: string, spec: AdJobSpec): StageInput['earlier'] {
  const stages = plannedStages(list, spec);
  const before = stages.slice(
    0,
    stages.findIndex(({ definition }) => definition.name === stage),
  );
  return Object.fromEntries(before.flatMap(({ record }) => earlierEntry(record)));
}

function earlierEntry({ name, state, message }: StageStatus): [string, StageInput['earlier'][string]][] {
  if (state === 'Pending' || state === 'Running') return [];
  return [[name, state === 'Failed' && message !== undefined ? { state, message } : { state }]];
}

function freshRecord(definition: StageDefinition, spec: AdJobSpec): StageStatus {
  const { name, optional } = definition;
  const skipped = definition.skippedWhen(spec);
  if (skipped !== undefined) return { name, state: 'Skipped', attempt: 0, optional, message: skipped };
  return { name, state: 'Pending', attempt: 0, optional };
}

export function numberOf({ name, attempt }: StageStatus): AttemptNumber {
  return { stage: name, attempt };
}
