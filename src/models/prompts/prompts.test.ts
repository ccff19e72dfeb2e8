import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ScriptMaterial } from '../../studio/script/material.ts';
import { backgroundPrompt, type BackgroundFacts } from './background-prompt.ts';
import { clipPrompt } from './clip-prompt.ts';
import { conceptPrompt, type ConceptPromptFacts } from './concept-prompt.ts';
import { scriptPrompt } from './script-prompt.ts';
import { promptNames, readPrompts } from './templates.ts';

const own = readPrompts(null);

const background: BackgroundFacts = {
  tone: 'natural',
  colors: ['#1d5c3a', '#f4e9d8'],
  category: 'a kettle',
  direction: 'A kitchen at dawn.',
  textSide: 'left',
};
const noChoices = { headline: [], subheadline: [], cta: [] };
const allChoices = { headline: ['A', 'B'], subheadline: ['C', 'D'], cta: ['E', 'F'] };
const concept: ConceptPromptFacts = {
  brand: 'Marlow',
  product: 'Kettle',
  description: 'Boils in three minutes.',
  tone: 'natural',
  color: 'deep green',
  headline: 'Slow mornings',
  cta: 'See it',
  shows: 'product',
  choices: { ...noChoices, subheadline: ['Boils fast.', 'Stays warm.'] },
};
const material: ScriptMaterial = {
  language: 'de-DE',
  seconds: 15,
  seed: 'seed',
  tone: 'natural',
  brand: 'Marlow',
  product: 'Kettle',
  description: 'Boils in three minutes.',
  price: '49 €',
  given: [{ copyType: 'headline', copyText: 'Langsame Morgen' }],
  page: { headline: 'Der Kessel', lines: ['Kocht in drei Minuten.'], cta: 'Ansehen' },
  prompt: 'Calm.',
  hasVoice: true,
  pictures: { product: true, scene: false },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prompts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('every placeholder of the own templates is filled with its fact', () => {
  const { system, prompt } = scriptPrompt(material, own);
  const texts = [
    backgroundPrompt(background, own),
    clipPrompt({ seconds: 5, visual: 'Steam rises.', tone: 'natural', subject: 'product', direction: 'Calm.' }, own),
    conceptPrompt({ ...concept, choices: noChoices }, own).prompt,
    conceptPrompt({ ...concept, choices: allChoices }, own).prompt,
    system,
    prompt,
  ];
  for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|null/u);
  const lines = (text: string) => text.trim().split('\n').length;
  expect(texts.map(lines)).toEqual(
    // Texts of an ad are given, or chosen.
    [lines(own.background), lines(own.clip), lines(own.concept) - 3, lines(own.concept) - 2].concat(
      [own['script-system'], own.script].map(lines),
    ),
  );
  expect(prompt).toContain('Texts of the page: Kocht in drei Minuten.');
  expect(system).toContain('15 seconds');
});

test('lines about facts that are not known are left out', () => {
  const prompt = backgroundPrompt({ ...background, category: null, direction: null, colors: [] }, own);
  expect(prompt).not.toMatch(/suits|direction|colours/u);
  expect(prompt).toContain('left half');
});

test('a prompt for a background refuses lettering and the product', () => {
  expect(backgroundPrompt(background, own)).toMatch(/no text of any kind[^]*no product/u);
});

test('a placeholder in a fact stays as it is', () => {
  const prompt = conceptPrompt({ ...concept, headline: 'Hi {{brand}}' }, own).prompt;
  expect(prompt).toContain('as given: Hi {{brand}}');
});

test('a concept chooses texts of the page by their exact words, and only those that the request does not give', () => {
  const chosen = conceptPrompt({ ...concept, choices: { ...concept.choices, cta: ['See it', 'Buy'] } }, own);
  expect(chosen.schema).toMatchObject({
    required: ['concept', 'subheadline', 'cta'],
    properties: { subheadline: { enum: ['Boils fast.', 'Stays warm.'] }, cta: { enum: ['See it', 'Buy'] } },
  });
  expect(chosen.prompt).toContain('Headline, as given: Slow mornings');
  expect(chosen.prompt).toContain('Buttons of the page, one of which you choose: See it | Buy');
  expect(chosen.prompt).not.toMatch(/Button, as given|Headlines of the page/);
});

test('the schema of a script has the story and three to five scenes', () => {
  expect(scriptPrompt(material, own).schema).toMatchObject({
    required: ['narrative', 'scenes'],
    properties: { scenes: { minItems: 3, maxItems: 5 } },
    additionalProperties: false,
  });
});

test('a file of the folder replaces the template of its name', () => {
  writeFileSync(join(folder, 'clip.txt'), 'Only {{ visual }}');
  writeFileSync(join(folder, 'README.md'), 'Our prompts');
  const prompts = readPrompts(folder);
  expect(clipPrompt({ seconds: 5, visual: 'Steam.', tone: 'bold', subject: 'place', direction: null }, prompts)).toBe(
    'Only Steam.',
  );
  expect(prompts.background).toBe(own.background);
});

test.each(promptNames)('an unknown placeholder in %s.txt is an error that names the file', (name) => {
  writeFileSync(join(folder, `${name}.txt`), 'With {{secret}}');
  expect(() => readPrompts(folder)).toThrow(`${join(folder, `${name}.txt`)} has the unknown placeholder {{secret}}`);
});

test('a text file that is no prompt is an error that names the file', () => {
  writeFileSync(join(folder, 'backgrund.txt'), 'A misspelt name');
  expect(() => readPrompts(folder)).toThrow(join(folder, 'backgrund.txt'));
});
