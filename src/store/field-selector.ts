import { isPlainObject } from '../objects/merge-patch.ts';
import type { RawObject } from './object-shape.ts';
import { StoreError } from '../objects/store-error.ts';

type Requirement = (object: RawObject) => boolean;

const alwaysSelectable = ['metadata.name', 'metadata.namespace'];
/**
 * One requirement of a Kubernetes field selector, such as `status.phase!=SUCCESS`. In its value, `\` escapes `,`, `=`
 * and `\`.
 */
const requirement = /^([^=!\\]+?)(==|=|!=)((?:[^=\\]|\\[\\,=])*)$/;

/**
 * Compiles a Kubernetes field selector to a function that tests an object. `selectableFields` are the paths that it may
 * use. A missing field has the value `''`. Throws `StoreError('Invalid')` for an invalid selector.
 */
export function fieldSelector(selector: string, selectableFields: readonly string[]): Requirement {
  if (selector.trim() === '') return () => true;
  const selectable = [...alwaysSelectable, ...selectableFields];
  const requirements = (selector.match(/(?:[^\\,]|\\.)+/g) ?? []).map((part) => parseRequirement(part, selectable));
  return (object) => requirements.every((holds) => holds(object));
}

function parseRequirement(part: string, selectable: readonly string[]): Requirement {
  const [, path, operator, escaped] = requirement.exec(part.trim()) ?? [];
  if (path === undefined || escaped === undefined) {
    throw new StoreError('Invalid', `Invalid field selector ${JSON.stringify(part)}.`);
  }
  if (!selectable.includes(path)) {
    throw new StoreError('Invalid', `${path} is not a selectable field. Selectable fields: ${selectable.join(', ')}.`);
  }
  const value = escaped.replaceAll(/\\([\\,=])/g, '$1');
  return (object) => (fieldText(object, path) === value) === (operator !== '!=');
}

function fieldText(object: RawObject, path: string): string {
  let value: unknown = object;
  for (const key of path.split('.')) value = isPlainObject(value) ? value[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
