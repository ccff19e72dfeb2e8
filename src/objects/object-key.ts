export interface ObjectKey {
  namespace: string;
  name: string;
}

/**
 * Returns the key of an object as text, `namespace/name`, for comparisons and as a key of maps. Neither part may
 * contain a slash.
 */
export function keyText({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

export function parseKeyText(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
