import { isLabelValue, isQualifiedName } from './name-rules.ts';
import { StoreError } from '../objects/store-error.ts';

type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;

const setRequirement = /^([^\s=!,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const valueRequirement = /^([^\s=!,()]+)\s*(==|=|!=)\s*([^\s=!,()]*)$/;
const keyRequirement = /^(!?)\s*([^\s=!,()]+)$/;

/**
 * Compiles a Kubernetes label selector to a function that tests an object. As on Kubernetes, `!=` and `notin` also
 * match an object without the label. Throws `StoreError('Invalid')` for an invalid selector.
 */
export function labelSelector(selector: string): Requirement {
  if (selector.trim() === '') return () => true;
  const requirements = split(selector).map((part) => parseRequirement(part, selector));
  return (labels) => requirements.every((holds) => holds(labels));
}

function split(selector: string): string[] {
  return selector.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function parseRequirement(part: string, selector: string): Requirement {
  return setOf(part) ?? valueOf(part) ?? presenceOf(part) ?? invalid(selector);
}

function setOf(part: string): Requirement | undefined {
  const [, key, operator, list] = setRequirement.exec(part) ?? [];
  if (key === undefined || list === undefined) return undefined;
  return oneOf(
    key,
    list.split(',').map((value) => value.trim()),
    operator === 'in',
  );
}

function valueOf(part: string): Requirement | undefined {
  const [, key, operator, value] = valueRequirement.exec(part) ?? [];
  return key === undefined || value === undefined ? undefined : oneOf(key, [value], operator !== '!=');
}

function oneOf(key: string, values: string[], wanted: boolean): Requirement | undefined {
  if (!isQualifiedName(key) || !values.every(isLabelValue)) return undefined;
  return (labels) => {
    const value = own(labels, key);
    return (value !== undefined && values.includes(value)) === wanted;
  };
}

function presenceOf(part: string): Requirement | undefined {
  const [, not, key] = keyRequirement.exec(part) ?? [];
  if (key === undefined || !isQualifiedName(key)) return undefined;
  return (labels) => (own(labels, key) === undefined) === (not === '!');
}

function own(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function invalid(selector: string): never {
  throw new StoreError('Invalid', `Invalid label selector ${JSON.stringify(selector)}.`);
}
