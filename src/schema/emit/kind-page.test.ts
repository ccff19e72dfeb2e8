import { expect, test } from '@jest/globals';
import { resourceDefinitions } from '../resource-definitions.ts';
import { kindMarkdown } from './kind-page.ts';

const pageOf = (kind: string): string => {
  const definition = resourceDefinitions.find((one) => one.kind === kind);
  if (definition === undefined) throw new Error(`There is no kind ${kind}.`);
  return kindMarkdown(definition, '# Title');
};

test('the page of a kind lists required fields, items of lists, limits, defaults and rules', () => {
  const page = pageOf('AdAccount');
  expect(page).toMatch(/^# Title\n\n## Columns\n/);
  expect(page).toContain('| Ready | `.status.conditions[?(@.type=="Ready")].status` |  |');
  expect(page).toContain('| `spec.creditGrants[]` | list of object, at most 1,000 items |');
  expect(page).toContain('| **`spec.creditGrants[].amount`** | integer, at least 1, at most 1,000,000,000 |');
  expect(page).toContain('The amount of a grant cannot change.');
  expect(page).toMatch(/`spec\.active` \| boolean \| .* Default: `true`\. \|/);
  expect(page).toContain('| `status.credits` | object |');
});

test('no cell of the page of a kind ends the row early', () => {
  for (const { kind } of resourceDefinitions) {
    const rows = pageOf(kind)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.filter((row) => row.replaceAll('\\\\|', '').split('|').length !== 5)).toEqual([]);
  }
});
