import type { Readable } from 'node:stream';
import type { ProblemCode } from '../../errors/problems.ts';
import type { Issue } from '../../schema/issue.ts';

export type Headers = Record<string, string>;

/** What a handler hands back: data, so that one place writes every answer. */
export type Answer =
  | { kind: 'bytes'; status: number; headers: Headers; bytes: Buffer }
  | { kind: 'stream'; status: number; headers: Headers; source: Readable }
  | { kind: 'problem'; problem: Problem };

export interface Problem {
  code: ProblemCode;
  /** One sentence on this occurrence; the code's own description where there is nothing to add. */
  detail?: string;
  errors?: Issue[];
  /** Members of this code alone. */
  members?: Record<string, number>;
  headers?: Headers;
}

export function bytes(status: number, contentType: string, body: Buffer, headers: Headers = {}): Answer {
  return { kind: 'bytes', status, headers: { 'Content-Type': contentType, ...headers }, bytes: body };
}

export function json(status: number, value: unknown, headers: Headers = {}): Answer {
  return bytes(status, 'application/json', Buffer.from(JSON.stringify(value)), headers);
}

export function noContent(headers: Headers = {}): Answer {
  return { kind: 'bytes', status: 204, headers, bytes: Buffer.alloc(0) };
}

export function problem(code: ProblemCode, more: Omit<Problem, 'code'> = {}): Answer {
  return { kind: 'problem', problem: { code, ...more } };
}

export function invalid(errors: Issue[]): Answer {
  return problem('validation_failed', { errors });
}
