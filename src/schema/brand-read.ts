import { z } from 'zod';

/** Reasons of the condition `BrandRead=False` of an AdJob. The reasons are part of the API: never rename a reason. */
export const UnreadReason = z.enum([
  'NameNotResolved',
  'AddressRefused',
  'HTTPStatus',
  'Timeout',
  'NoContent',
  'Blocked',
]);
export type UnreadReason = z.infer<typeof UnreadReason>;
