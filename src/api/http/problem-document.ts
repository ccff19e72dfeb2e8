import { problems } from '../../errors/problems.ts';
import type { Issue } from '../../schema/issue.ts';
import type { Problem } from './answer.ts';

/** Body of an error response (RFC 9457). The order of members is fixed, so that equal problems have equal bytes. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  errors?: Issue[];
}

export const problemType = 'application/problem+json';

/**
 * Returns the problem document for a problem. `id` is the internal id of the request, a UUID. `publicUrl` has no
 * trailing slash.
 */
export function problemDocument(problem: Problem, publicUrl: string, id: string): ProblemDocument {
  const { status, title, description } = problems[problem.code];
  return {
    type: `${publicUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail ?? description,
    instance: `urn:uuid:${id}`,
    code: problem.code,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...problem.members,
  };
}
