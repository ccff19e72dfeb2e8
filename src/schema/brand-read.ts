import { z } from 'zod';

/** Reasons of the condition `BrandRead=False`. Part of the API: never rename one. */
export const UnreadReason = z.enum([
  'NameNotResolved',
  'AddressRefused',
  'HTTPStatus',
  'Timeout',
  'NoContent',
  'Blocked',
]);
export type UnreadReason = z.infer<typeof UnreadReason>;
