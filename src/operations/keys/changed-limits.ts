import { z } from 'zod';
import { asType, fieldsOf } from '../../schema/fields.ts';
import { KeyLimits } from '../../schema/apikey.ts';

/** Changes of the limits of an API key. Null removes a limit, so that the limit of the installation applies. */
export const ChangedLimits = z.strictObject(
  Object.fromEntries(fieldsOf(KeyLimits).map(([name, limit]) => [name, asType(limit).nullable().optional()])),
);
