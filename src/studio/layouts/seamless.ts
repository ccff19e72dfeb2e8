import { mostReadable } from '../color.ts';
import { seamlessOf } from '../photo/seamless.ts';
import { quiet } from './grounds.ts';
import { emptyScene, flat, type Layout } from './layout.ts';
import { onGround } from './packshot.ts';

/**
 * Layout with a picture of a product that is not cut out, on a canvas in the colour of its own ground, so that no edge
 * of the picture is visible.
 */
export const seamless: Layout = {
  name: 'seamless',
  suits: (_, { photo, product }) =>
    product === null && photo !== null && photo.role !== 'lifestyle' && seamlessOf(photo) !== null ? 1 : 0,
  draw(input) {
    const product = input.photo === null ? null : seamlessOf(input.photo);
    if (product === null) return null;
    const surface = product.ownGround;
    const ink = mostReadable(surface, [input.roles.ink, input.otherRoles.ink, '#111111', '#ffffff']);
    const roles = { ...input.roles, surface, ink };
    const scene = emptyScene('seamless', input.format, flat(input.format, surface));
    return onGround({ ...input, roles, product }, scene, quiet(roles));
  },
};
