import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Row, Table } from './fit.ts';

/** A feature of a candidate: its number in the list of names, and its value. */
const Feature = z.tuple([z.number().int().min(0), z.number()]);

const TableFile = z.strictObject({
  names: z.array(z.string()),
  /** By the id of the website: candidates, each with 1 if it is right, else 0, and its features. */
  sites: z.record(z.string(), z.array(z.tuple([z.literal([0, 1]), z.array(Feature)]))),
});

const fileOf = (field: string): URL => new URL(`../../test/eval/features/${field}.json`, import.meta.url);

export function readTable(field: string): Table {
  const { names, sites } = TableFile.parse(JSON.parse(readFileSync(fileOf(field), 'utf8')));
  const rowOf = ([right, set]: z.infer<typeof TableFile>['sites'][string][number]): Row => ({
    isRight: right === 1,
    features: Object.fromEntries(set.flatMap(([at, value]) => (names[at] === undefined ? [] : [[names[at], value]]))),
  });
  return new Map(Object.entries(sites).map(([id, rows]) => [id, rows.map(rowOf)]));
}

export function writeTable(field: string, table: Table): void {
  const rows = [...table.values()].flat();
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].sort();
  const lineOf = ([id, candidates]: readonly [string, readonly Row[]]): string => {
    const written = candidates.map(({ isRight, features }) => [
      Number(isRight),
      Object.entries(features).map(([name, value]) => [names.indexOf(name), Number(value.toFixed(3))]),
    ]);
    return `${JSON.stringify(id)}: ${JSON.stringify(written)}`;
  };
  const lines = [...table].sort(([one], [other]) => (one < other ? -1 : 1)).map(lineOf);
  writeFileSync(fileOf(field), `{"names": ${JSON.stringify(names)},\n"sites": {\n${lines.join(',\n')}\n}}\n`);
}
