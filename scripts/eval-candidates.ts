/**
 * Compares the score of candidate ads with what two readers said of pairs of candidates, and fits its weights. See
 * `usage`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { agreementTable } from './eval-candidates/agreement-table.ts';
import { writePairs } from './eval-candidates/draw-pairs.ts';
import { fitWeights, pairsOf, writeWeights } from './eval-candidates/fit-pairs.ts';
import { labelledTable } from './eval-candidates/label.ts';
import { readPairTable, writePairTable } from './eval-candidates/pair-table.ts';
import { writeSheets } from './eval-candidates/sheets.ts';
import { scoreWeights } from '../src/studio/candidates/score-weights.ts';
import { givenRequests } from './gallery/requests.ts';

const usage = `Usage: make eval-candidates [FIT=1] [GIVEN=folder] [EVAL_FLAGS="..."]

Without options: how often the score agrees with two readers, on the pairs in test/eval/candidates.json.

  --fit            fit the weights to the pairs that are not held out
  --given FOLDER   draw pairs of candidates for the requests in FOLDER, as for make gallery, and sheets to judge them
  --count NUMBER   pairs of each request (default: 5)
  --seed TEXT      seed of the choice and the order of candidates (default: 1)
  --out FOLDER     folder of the pairs; the sheets are in its folder "sheets" (default: out/pairs)
  --labels A,B     two files with the verdicts of the readers, as [{"pair": 17, "better": "A", "B" or "same"}]; writes
                   test/eval/candidates.json
`;

const { values: given } = parseArgs({
  options: {
    fit: { type: 'boolean', default: false },
    given: { type: 'string' },
    count: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'out/pairs' },
    labels: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const sheets = join(given.out, 'sheets');

async function draw(root: string): Promise<void> {
  const { out, count, seed } = given;
  for (const request of givenRequests(root)) {
    const pairs = await writePairs(request, { out, count: Number(count), seed });
    console.log(`${request.name}: ${pairs} pairs`);
  }
  console.log(`${await writeSheets(out, sheets, seed)} pairs on sheets in ${sheets}`);
}

if (given.help) console.log(usage);
else if (given.given !== undefined) await draw(given.given);
else {
  if (given.labels !== undefined) writePairTable(labelledTable(given.out, sheets, given.labels.split(',')));
  const table = readPairTable();
  const weights = given.fit ? fitWeights(pairsOf(table, false)) : scoreWeights;
  if (given.fit) await writeWeights(weights);
  console.log(agreementTable(table, weights));
}
