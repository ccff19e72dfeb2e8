import { z } from 'zod';
import type { Parameter } from './endpoint.ts';

/** Request headers that both creates take. */
export const createHeaders: Record<string, Parameter> = {
  'Idempotency-Key': {
    schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    description:
      '1 to 255 visible ASCII characters, taken as they are. Checked for its form; a repeat is not recognised yet.',
  },
};

export const acceptedHeaders = { Location: 'Where the job is read: the base path and /jobs/{job_id}.' };
