import { boxOf, type Size } from '../box.ts';
import { spread } from './spread.ts';

/** Part (0 to 1) of an object that a separate piece of it covers at least. A smaller one is noise. */
const pieceMin = 0.0001;
/** Part (0 to 1) of an object up to which a separate piece of it may be torn off. */
const pieceMax = 0.04;
/** Part (0 to 1) of its box that a whole thing covers at least, such as a crumb or a screw. Torn pieces are slivers. */
const wholeFillMin = 0.42;

/** Returns the share (0 to 1) of an object that lies in slivers apart from it, between which it was taken away. */
export function tornShare(outside: Uint8Array, size: Size): number {
  const seen = outside.slice();
  const take = (at: number) => {
    if (seen[at] === 1) return false;
    seen[at] = 1;
    return true;
  };
  const queue = new Uint32Array(seen.length);
  let object = 0;
  for (const value of outside) object += 1 - value;
  let torn = 0;
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue;
    const piece = spread(size, [start], take, queue);
    if (piece.length < pieceMin * object || piece.length > pieceMax * object) continue;
    const box = boxOf(piece, size);
    if (piece.length < wholeFillMin * box.width * box.height) torn += piece.length;
  }
  return torn / Math.max(1, object);
}

/** Maximum share of a clean cut. */
export const tornMax = 0.0006;
