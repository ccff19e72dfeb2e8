import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { issueTypes } from '../schema/issue.ts';
import { jobErrors } from './job-errors.ts';
import { problems } from './problems.ts';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');

describe('the error reference', () => {
  test('the error reference lists exactly the problems of the code', () => {
    const documented = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code);
    expect(documented).toEqual(Object.keys(problems));
  });

  test('the error reference lists exactly the job errors of the code', () => {
    const documented = [...page.matchAll(/^- `\[(\w+)\]`/gm)].map(([, code]) => code);
    expect(documented).toEqual(Object.keys(jobErrors));
  });

  test('the error reference lists exactly the issue types of the code', () => {
    const documented = [...page.matchAll(/^- `(\w+)`/gm)].map(([, type]) => type);
    expect(documented).toEqual(issueTypes);
  });
});

describe('the problem catalogue', () => {
  test.each(Object.entries(problems))(
    'the problem %s has a title, a description and a remedy',
    (code, { status, title, description, remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      for (const text of [description, remedy]) expect(text).toMatch(/^[A-Z].*\.$/);
    },
  );
});
