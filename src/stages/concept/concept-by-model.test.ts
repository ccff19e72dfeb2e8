import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { startOpenAiWire } from '../../../test/support/models/openai-wire.ts';
import type { WireServer } from '../../../test/support/models/wire-server.ts';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { inMemoryStage } from '../../../test/support/stages/stage-scene.ts';
import { callNumber } from '../../models/model-use.ts';
import { recordFile } from '../../models/records/operation-record.ts';
import { makeBrief } from '../brief/make-brief.ts';
import { readBrandFacts } from '../brand-facts.ts';
import { lazyEgress } from '../lazy-egress.ts';
import { ConceptFile } from './concept-file.ts';
import { concept } from './concept.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: WireServer | undefined;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await server?.close();
  folder.remove();
});

const line = (text: string) => ({ text, source: 'page' as const, confidence: 0.9 });
const brand = brandExtract({
  name: 'Marl',
  headlines: [line('Mugs that sit well in the hand'), line('Stoneware for slow mornings')],
  subheadlines: [line('Thrown by hand in Bath.'), line('Glazed in six colours.')],
  ctas: [line('Visit us'), line('See the mugs')],
});
const idea = 'Show the mug in the first light of the day.';
const page = { brand_data: { brand_url: 'https://marl.example/' } };

/** Returns the concept and the texts of an ad whose model answers with `answer`, and the bodies of its requests. */
async function made(answer: object, request: object = page) {
  const started = await startOpenAiWire({ text: JSON.stringify(answer) });
  server = started;
  const file = join(folder.path, 'models.yaml');
  const entry = {
    provider: 'openai-compatible',
    model: 'writer',
    name: 'writer',
    key: 'writer',
    baseUrl: `${started.url}/v1`,
  };
  writeFileSync(
    file,
    stringify({
      keys: { writer: { file: 'writer.key' } },
      copywriter: [{ ...entry, addresses: [...started.addresses] }],
    }),
  );
  writeFileSync(join(folder.path, 'writer.key'), 'key');
  const { context, written } = inMemoryStage({ stage: 'concept', request, brand });
  const settings = { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined };
  const first = recordFile(`copywriter-${callNumber({ unit: 0, model: 0, attempt: 0 })}`);
  await concept({
    ...context,
    egress: lazyEgress(settings, ''),
    input: {
      ...context.input,
      outputs: { [first]: { kind: 'file', path: '/nowhere' } },
      models: { account: 'default/acme', allowanceMicroUsd: null },
    },
    models: { file, egress: settings, noProxy: '' },
  });
  const stored = ConceptFile.parse(JSON.parse(written.get('concept.json')?.toString() ?? ''));
  const known = await readBrandFacts(context);
  const { brief } = await makeBrief(known, { context, concept: stored, canvases: [{ width: 300, height: 300 }] });
  const { headline, subheadline, cta } = brief.copy;
  return { stored, texts: [headline, subheadline, cta], bodies: started.requests.map(({ body }) => String(body)) };
}

describe('the texts of the page that a model chooses', () => {
  test('stand in the ad, and are asked for with the idea', async () => {
    const choice = {
      headline: 'Stoneware for slow mornings',
      subheadline: 'Glazed in six colours.',
      cta: 'See the mugs',
    };
    const { stored, texts, bodies } = await made({ concept: idea, ...choice });
    expect(texts).toEqual(Object.values(choice));
    expect([stored.concept, stored.models?.degraded, stored.models?.refusals]).toEqual([idea, false, []]);
    expect(bodies).toHaveLength(1);
    for (const text of Object.values(choice)) expect(bodies[0]).toContain(text);
  }, 60_000);

  test('are refused if the page does not have them, and the idea stays', async () => {
    const { stored, texts, bodies } = await made({ concept: idea, headline: 'The best mugs', cta: 'See the mugs' });
    expect(texts).toEqual(['Mugs that sit well in the hand', 'Thrown by hand in Bath.', 'See the mugs']);
    expect(stored.models?.refusals).toEqual([
      {
        ...{ port: 'copywriter', model: 'writer' },
        reasons: ['the headline “The best mugs” is not one of the texts to choose from'],
      },
    ]);
    expect([stored.concept, stored.models?.degraded, bodies.length]).toEqual([idea, false, 1]);
  }, 60_000);

  test('never replace texts of the request', async () => {
    const given = { ...page, ad_copies: [{ copy_type: 'headline', copy_text: 'Slow mornings' }] };
    const { stored, texts, bodies } = await made({ concept: idea, headline: 'Stoneware for slow mornings' }, given);
    expect(texts[0]).toBe('Slow mornings');
    expect(bodies[0]).toContain('Headline, as given: Slow mornings');
    expect(bodies[0]).not.toContain('Headlines of the page');
    expect(stored.models?.refusals).toHaveLength(1);
  }, 60_000);

  test('are not asked for by an ad without text', async () => {
    const { bodies } = await made({ concept: idea }, { ...page, generation_metadata: { no_text: true } });
    expect(bodies[0]).not.toMatch(/of the page, one of which/);
  }, 60_000);
});
