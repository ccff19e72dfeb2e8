import { StoreError } from '../objects/store-error.ts';

const dnsLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualifiedPart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

export function isObjectName(name: string): boolean {
  return name.length <= 253 && dnsSubdomain.test(name);
}

export function isNamespaceName(name: string): boolean {
  return name.length <= 63 && dnsLabel.test(name);
}

/** Reports whether a name has the form `[prefix/]name`, as label keys, annotation keys and finalizers have. */
export function isQualifiedName(name: string): boolean {
  const parts = name.split('/');
  const [prefix, local] = parts.length === 1 ? [undefined, name] : [parts[0] ?? '', parts[1] ?? ''];
  if (parts.length > 2 || local.length > 63 || !qualifiedPart.test(local)) return false;
  return prefix === undefined || isObjectName(prefix);
}

export function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= 63 && qualifiedPart.test(value));
}

export function checkKey(namespace: string, name: string): void {
  if (!isObjectName(name)) {
    throw new StoreError(
      'Invalid',
      `metadata.name ${JSON.stringify(name)} must be a lower-case DNS name (a-z, 0-9, "-" and ".", at most 253 characters).`,
    );
  }
  if (!isNamespaceName(namespace)) {
    throw new StoreError(
      'Invalid',
      `metadata.namespace ${JSON.stringify(namespace)} must be a lower-case DNS label (a-z, 0-9 and "-", at most 63 characters).`,
    );
  }
}
