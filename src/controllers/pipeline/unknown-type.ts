import { adTypeOf } from '../../ads/known-types.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { Failure } from './ending.ts';

/** Returns the failure of a job whose type this version does not know, because another version installed the CRD. */
export function unknownType({ spec }: AdJob): Failure | undefined {
  if (adTypeOf(spec.type) !== undefined) return undefined;
  return { code: 'internal', sentence: `This version does not know the type of ad "${spec.type}".` };
}
