import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { issueTypes } from '../schema/issue.ts';
import { jobErrors } from './job-errors.ts';
import { problems } from './problems.ts';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');

describe('the page of errors', () => {
  test('has every problem and no other', () => {
    const documented = [...page.matchAll(/^### (\w+)$/gm)].map(([, code]) => code);
    expect(documented).toEqual(Object.keys(problems));
  });

  test('has every job error and no other', () => {
    const documented = [...page.matchAll(/^- `\[(\w+)\]`/gm)].map(([, code]) => code);
    expect(documented).toEqual(Object.keys(jobErrors));
  });

  test('has every kind of issue and no other', () => {
    const documented = [...page.matchAll(/^- `(\w+)`/gm)].map(([, type]) => type);
    expect(documented).toEqual(issueTypes);
  });
});

describe('a problem', () => {
  test.each(Object.entries(problems))(
    '%s says what it is and what to do',
    (code, { status, title, description, remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(title).toMatch(/^[A-Z].*[^.]$/);
      for (const text of [description, remedy]) expect(text).toMatch(/^[A-Z].*\.$/);
    },
  );
});
