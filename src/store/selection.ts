import { fieldSelector } from './field-selector.ts';
import { labelSelector } from './label-selector.ts';
import type { RawObject } from './object-shape.ts';
import type { ListOptions } from './port.ts';

type Selectors = Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;

/** Selection without a selector. Watches compare with it, to skip reading the earlier states of objects. */
export const everything = (): boolean => true;

export function selection(options: Selectors, selectableFields: readonly string[]): (object: RawObject) => boolean {
  if (options.labelSelector === undefined && options.fieldSelector === undefined) return everything;
  const byLabels = labelSelector(options.labelSelector ?? '');
  const byFields = fieldSelector(options.fieldSelector ?? '', selectableFields);
  return (object) => byLabels(object.metadata.labels ?? {}) && byFields(object);
}
