import { stagesOf, type StageDefinition } from '../../domain/pipelines.ts';
import type { AdJobSpec, StageStatus } from '../../schema/adjob.ts';
import type { StageInput } from '../../stages/contract.ts';

/** A stage as it is planned and as it stands. */
export interface PlannedStage {
  definition: StageDefinition;
  record: StageStatus;
}

/**
 * The stages of a job, each with its record; those without one yet get a fresh one, and those that the request does not
 * need are skipped at once. Records of stages this version does not know stay in the list, untouched.
 */
export function plannedList(observed: readonly StageStatus[] | undefined, spec: AdJobSpec): StageStatus[] {
  const known = observed ?? [];
  const missing = stagesOf(spec.type).filter(({ name }) => !known.some((record) => record.name === name));
  return [...known, ...missing.map((definition) => freshRecord(definition, spec))];
}

/** In the pipeline's order. */
export function plannedStages(list: readonly StageStatus[], spec: AdJobSpec): PlannedStage[] {
  return stagesOf(spec.type).map((definition) => ({
    definition,
    record: list.find(({ name }) => name === definition.name) ?? freshRecord(definition, spec),
  }));
}

/** The one stage that has an attempt under way, as far as the status says. Of the spec nothing but its type is read. */
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

/** The stage whose turn it is: the first that has neither ended nor been skipped. */
export function nextStage(list: readonly StageStatus[], spec: AdJobSpec): PlannedStage | undefined {
  return plannedStages(list, spec).find(({ record }) => record.state === 'Pending');
}

export function replaceRecord(list: readonly StageStatus[], record: StageStatus): StageStatus[] {
  return list.map((other) => (other.name === record.name ? record : other));
}

/** How the stages before this one ended. A message goes along only where one failed. */
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
