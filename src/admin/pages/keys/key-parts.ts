import type { ObjectKey } from '../../../objects/object-key.ts';
import type { View } from '../../web/view.ts';

/** Returns the path of the pages of an API key, such as `/keys/default/shop/rotate`. */
export function keyPath({ namespace, name }: ObjectKey, rest = ''): string {
  return `/keys/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}${rest}`;
}

/** Returns the address of the list of API keys with this filter. */
export function keysPath(view: View, filter: Record<string, string>): string {
  return view.to('/keys', filter);
}
