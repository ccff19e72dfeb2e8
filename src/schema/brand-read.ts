import { z } from 'zod';

/** Why no page of a job could be read: reasons of the condition `BrandRead=False`. Part of the API: they are never changed. */
export const UnreadReason = z.enum([
  'NameNotResolved',
  'AddressRefused',
  'HTTPStatus',
  'Timeout',
  'NoContent',
  'Blocked',
]);
export type UnreadReason = z.infer<typeof UnreadReason>;
