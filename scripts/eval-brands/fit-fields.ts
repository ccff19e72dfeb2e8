import { writeFileSync } from 'node:fs';
import Table from 'cli-table3';
import { format, resolveConfig } from 'prettier';
import type { Model } from '../../src/stages/onboarding/rank/model.ts';
import { calibrationError, rightShare } from './calibration.ts';
import { claims, fitModel, outOfFold, productPageId, type Claim, type Row } from './fit.ts';
import { writeTable } from './feature-tables.ts';
import { fittedFields, type FittedField, type ReadSite } from './fitted-fields.ts';

/** Fits the ranking of each field to the websites, and writes the features and the weights. Prints how well it fits. */
export async function fitFields(sites: readonly ReadSite[], only: string | undefined): Promise<void> {
  const head = ['field', 'websites', 'best is right', 'calibration error', 'surer than 0.75', 'of these right'];
  const report = new Table({ head, style: { head: [], border: [] } });
  for (const field of fittedFields.filter(({ name }) => only === undefined || name === only)) {
    const table = new Map(sites.flatMap((read) => entryOf(read, field)));
    const choices = outOfFold(table);
    const model = fitModel(table, choices);
    writeTable(field.name, table);
    await writeWeights(field.name, model);
    report.push([field.name, table.size, ...summaryOf(claims(choices, model))]);
  }
  console.log(report.toString());
}

function entryOf(read: ReadSite, field: FittedField): [string, Row[]][] {
  const views = [read, ...(field.isOfIdentity === true ? productPageOnly(read) : [])];
  return views.flatMap((view): [string, Row[]][] => {
    const rows = field.rows(view);
    return rows === undefined ? [] : [[view.id, rows]];
  });
}

/** Returns what would have been read if the request had named the page of the product only. */
function productPageOnly({ readings, ...read }: ReadSite): ReadSite[] {
  const ofProduct = readings.filter(({ role }) => role === 'product');
  return ofProduct.length === 0 || ofProduct.length === readings.length
    ? []
    : [{ ...read, id: productPageId(read.id), readings: ofProduct }];
}

async function writeWeights(field: string, model: Model): Promise<void> {
  const path = new URL(`../../src/stages/onboarding/rank/weights/${field}.ts`, import.meta.url).pathname;
  const text = `import type { Model } from '../model.ts';

/** Fitted by \`make eval-brands FIT=1\`; not edited by hand. */
export const ${camel(field)}Model: Model = ${JSON.stringify(model)};
`;
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: 'typescript' }));
}

const camel = (field: string): string => field.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function summaryOf(all: readonly Claim[]): string[] {
  const sure = all.filter(({ confidence }) => confidence >= 0.75);
  return [
    percent(rightShare(all)),
    calibrationError(all).toFixed(3),
    percent(sure.length / all.length),
    percent(rightShare(sure)),
  ];
}
