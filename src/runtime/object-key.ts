import type { ObjectKey } from '../store/port.ts';

/** `namespace/name`: an object key that can be compared, and looked up in maps. Neither part may contain a slash. */
export function keyText({ namespace, name }: ObjectKey): string {
  return `${namespace}/${name}`;
}

export function parseKeyText(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
