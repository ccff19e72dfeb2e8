export interface ObjectKey {
  namespace: string;
  name: string;
}

/** Returns `namespace/name`, which can be compared and used as a map key. Neither part may contain a slash. */
export function keyText({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

export function parseKeyText(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
