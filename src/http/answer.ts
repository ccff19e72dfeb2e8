import type { Readable } from 'node:stream';
import { jsonText } from '../domain/json-text.ts';
import type { ProblemCode } from '../errors/problems.ts';
import type { Issue } from '../schema/issue.ts';

export type Headers = Record<string, string>;

export type Answer =
  | { kind: 'bytes'; status: number; headers: Headers; bytes: Buffer }
  | { kind: 'stream'; status: number; headers: Headers; source: Readable }
  | { kind: 'problem'; problem: Problem };

export interface Problem {
  code: ProblemCode;
  detail?: string;
  errors?: Issue[];
  members?: Record<string, number>;
  headers?: Headers;
}

export function bytes(status: number, contentType: string, body: Buffer, headers: Headers = {}): Answer {
  return { kind: 'bytes', status, headers: { 'Content-Type': contentType, ...headers }, bytes: body };
}

export function json(status: number, value: unknown, headers: Headers = {}): Answer {
  return bytes(status, 'application/json', Buffer.from(jsonText(value)), headers);
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
