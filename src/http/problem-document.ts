import { problems } from '../errors/problems.ts';
import type { Issue } from '../schema/issue.ts';
import type { Problem } from './answer.ts';

/**
 * Body of an error response (RFC 9457). Its members are always in the same order, so that equal errors have equal
 * bytes.
 */
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
