import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '../../src/domain/json-text.ts';

/** A candidate of a pair. `look` draws it again. */
const Side = z.object({
  look: z.object({
    theme: z.enum(['light', 'dark']),
    ground: z.enum(['quiet', 'tinted', 'loud']),
    layouts: z.array(z.string()),
    variant: z.int(),
  }),
  layout: z.string(),
  features: z.record(z.string(), z.number()),
});
export type Side = z.infer<typeof Side>;

/** File about a pair that was drawn. On the picture of the pair, `A` is on the left. */
const PairFile = z.object({ brief: z.string(), ratio: z.string(), A: Side, B: Side });
export type PairFile = z.infer<typeof PairFile>;

export const pairJson = (name: string): string => `${name}.json`;

export const readPair = (folder: string, name: string): PairFile =>
  PairFile.parse(jsonOf(join(folder, pairJson(name))));

export const pairNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.replace(/\.png$/, ''));

/** Numbers that the pairs of a folder have on the sheets. */
const Order = z.array(z.object({ pair: z.int().min(1), name: z.string() }));
export type Order = z.infer<typeof Order>;

export const orderFile = (sheets: string): string => join(sheets, 'order.json');

export const readOrder = (sheets: string): Order =>
  existsSync(orderFile(sheets)) ? Order.parse(jsonOf(orderFile(sheets))) : [];

export const jsonOf = (file: string): unknown => readJson(readFileSync(file, 'utf8'));
