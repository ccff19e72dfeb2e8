import { z } from 'zod';

/**
 * Reasons that an AdJob's condition `BrandRead` can have if no web page of the brand was readable. They are part of the
 * API: a reason is never renamed.
 */
export const UnreadReason = z.enum([
  'NameNotResolved',
  'AddressRefused',
  'HTTPStatus',
  'Timeout',
  'NoContent',
  'Blocked',
]);
export type UnreadReason = z.infer<typeof UnreadReason>;
