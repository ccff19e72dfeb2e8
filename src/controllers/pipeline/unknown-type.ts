import { adTypeOf } from '../../ads/known-types.ts';
import type { Failure } from './ending.ts';
import type { Seen } from './seen.ts';

/** Returns the failure of a job whose type this version does not know, because another version installed the CRD. */
export function unknownType({ job: { spec } }: Seen): Failure | undefined {
  if (adTypeOf(spec.type) !== undefined) return undefined;
  return { code: 'internal', sentence: `This version does not know the type of ad "${spec.type}".` };
}
