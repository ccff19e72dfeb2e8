import { z } from 'zod';
import { issueTypes } from './issue.ts';

const IssueLine = z.object({
  loc: z
    .array(z.union([z.string(), z.int()]))
    .describe('Path of the value: `body`, `query`, `path` or `header`, then field names and list indexes.'),
  msg: z.string().describe('What to do, for users.'),
  type: z.enum(issueTypes).describe('What is wrong, for programs. Later versions may add types.'),
});

export const Problem = z
  .object({
    type: z.string().describe('URL of the documentation of this code.'),
    title: z.string().describe('Short summary of the kind of problem; the same for every occurrence.'),
    status: z.int().describe('HTTP status.'),
    detail: z.string().describe('Explanation of this occurrence, for users.'),
    instance: z.string().describe('`urn:uuid:` followed by the internal id of the request.'),
    code: z.string().describe('Stable error code, for programs. Later versions may add codes.'),
  })
  .describe('An error response (RFC 9457).');

export const ValidationProblem = Problem.extend({
  errors: z.array(IssueLine).describe('All invalid values of the request.'),
}).describe('The request has invalid values (RFC 9457).');

export const PaymentProblem = Problem.extend({
  required: z.int().describe('Cost of the job in credits.'),
  available: z.int().describe('Credits that the account has.'),
}).describe('The account has too few credits (RFC 9457).');
