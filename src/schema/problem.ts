import { z } from 'zod';
import { issueTypes } from './issue.ts';

const IssueLine = z.object({
  loc: z
    .array(z.union([z.string(), z.int()]))
    .describe(
      'Where: `body`, `query`, `path` or `header` first, then names and list positions, down to the field itself.',
    ),
  msg: z.string().describe('What to do, for people.'),
  type: z.enum(issueTypes).describe('What is wrong, for programs. More kinds may come.'),
});

/** RFC 9457, as every refusal is answered. */
export const Problem = z
  .object({
    type: z.string().describe('Address of the documentation of this code.'),
    title: z.string().describe('What kind of problem it is; the same for every occurrence.'),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What happened this time.'),
    instance: z.string().describe('`urn:uuid:` and the id of the request on our side.'),
    code: z.string().describe('What to branch on. More codes may come.'),
  })
  .describe('Why a request was refused (RFC 9457).');

export const ValidationProblem = Problem.extend({
  errors: z.array(IssueLine).describe('Every problem of the request, all at once.'),
}).describe('What in the request is wrong (RFC 9457).');

export const PaymentProblem = Problem.extend({
  required: z.int().describe('Credits that the job would cost.'),
  available: z.int().describe('Credits that the account has.'),
}).describe('The account has too few credits (RFC 9457).');
