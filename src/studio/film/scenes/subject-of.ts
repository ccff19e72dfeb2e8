import type { Picture } from '../../brief.ts';

/** A photo of the product shows the product, also if it is not cut out. */
export const subjectOf = ({ role }: Pick<Picture, 'role'>): 'product' | 'lifestyle' =>
  role === 'product' || role === 'packshot' ? 'product' : 'lifestyle';
