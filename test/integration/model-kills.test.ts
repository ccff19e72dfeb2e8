import { expect, test } from '@jest/globals';
import type { ModelProvider } from '../../src/models/provider.ts';
import { answeringRigs } from '../support/models/answering-rigs.ts';
import { play, type LifeEnd, type Story } from '../support/models/call-life.ts';
import { canaryKey } from '../support/models/model-rig.ts';
import { workRigs } from '../support/models/work-rigs.ts';

/** Number of stories. `MODEL_KILLS=1000` is the full size, which prints how the stories end. */
const stories = Number(process.env['MODEL_KILLS'] ?? 60);
const seed = Number(process.env['MODEL_KILLS_SEED'] ?? Date.now() % 1_000_000_000);
const rigs = [...workRigs, ...answeringRigs];

type Rule = [isBroken: boolean, sentence: string];
const sentencesOf = (rules: readonly Rule[]): string[] => rules.flatMap(([isBroken, text]) => (isBroken ? [text] : []));

/** Returns the rules that are broken after a process life, even of a process that was killed. */
function brokenAfter({ bills, record }: LifeEnd, repeat: ModelProvider<never>['repeat'], price: number): string[] {
  const { repeats, costMicroUsd: cost } = record ?? { repeats: 0, costMicroUsd: 0 };
  return sentencesOf([
    [bills > 1 + repeats, `${bills} bills, ${repeats} repeats`],
    [repeats > (repeat === 'deduplicated' ? 0 : 1), `${repeats} repeats with the rule ${repeat}`],
    [cost < bills * price, `${bills} bills, cost ${cost}`],
    [cost > price * (1 + repeats), `cost ${cost}, ${repeats} repeats`],
  ]);
}

/** Returns the rules that are broken at the end of a story. */
function brokenAtEnd({ wire, last: { end, record }, after, text }: Story): string[] {
  const bytes = end.kind === 'answered' ? end.answer.bytes : wire.settings.result;
  return sentencesOf([
    [record?.state !== end.kind, 'the record states another end'],
    [end.kind === 'answered' && wire.works.bills === 0, 'there is a result without a bill'],
    [!bytes.equals(wire.settings.result), 'the result is another'],
    [after.requests > 0 || after.end?.kind !== end.kind, 'the next attempt does not adopt the end'],
    [text.includes(canaryKey), 'the key is in a record'],
    [wire.works.problems.length > 0, `malformed requests: ${wire.works.problems.join(', ')}`],
  ]);
}

/** Reports whether work was sent again although a record has stated that it was accepted. */
const isSentAgain = ({ lives }: Story): boolean =>
  lives.some(({ submits }, at) => lives[at - 1]?.record?.state === 'accepted' && submits !== lives[at - 1]?.submits);

/** Returns the words for what has happened in a story. */
function happenings({ lives, last: { end, record, bills } }: Story): string[] {
  return [
    end.kind,
    ...lives.slice(1).map(() => 'kills'),
    ...(record !== undefined && record.repeats > 0 ? ['repeated'] : []),
    ...(bills > 1 ? ['billed twice'] : []),
  ];
}

test(`bills and records agree over ${stories} calls with kills and faults, seed ${seed}`, async () => {
  const broken: string[] = [];
  const seen = new Map<string, number>();
  for (let number = 0; number < stories; number += 1) {
    const story = await play(`${seed}/${number}`, rigs);
    const { repeat } = await story.rig.open(story.wire);
    const price = story.rig.entry(story.wire).priceMicroUsd;
    const found = [...story.lives.flatMap((life) => brokenAfter(life, repeat, price)), ...brokenAtEnd(story)];
    if (isSentAgain(story)) found.push('accepted work is sent again');
    broken.push(...found.map((sentence) => `${seed}/${number} ${story.rig.name}: ${sentence}`));
    for (const word of happenings(story)) seen.set(word, (seen.get(word) ?? 0) + 1);
  }
  expect(broken).toEqual([]);
  expect([...seen.keys()]).toEqual(expect.arrayContaining(['answered', 'failed', 'kills', 'repeated']));
  if (process.env['MODEL_KILLS'] !== undefined) process.stdout.write(`${JSON.stringify(Object.fromEntries(seen))}\n`);
}, 1_800_000);
