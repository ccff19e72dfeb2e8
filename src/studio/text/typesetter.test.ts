import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Brief } from '../brief.ts';
import type { TextRole } from '../scene.ts';
import { TextEngine } from './engine.ts';
import { chooseTypeface } from './typeface.ts';
import { type BreakWords, place, type SetText, textsOf, Typesetter } from './typesetter.ts';

let engine: TextEngine;
beforeAll(async () => {
  engine = await TextEngine.load();
});

const colors = {
  surface: '#ffffff',
  ink: '#000000',
  primary: '#000000',
  onPrimary: '#ffffff',
  accent: '#000000',
  muted: '#000000',
};
const ownFont = {
  family: 'Own',
  bytes: readFileSync('examples/sites/verdane/fonts/fraunces-latin-400-normal.woff2'),
};

type Said = Partial<Brief['copy']> & {
  language: string;
  fonts?: Brief['kit']['fonts'];
  softHyphens?: string[];
  families?: string[];
};

async function typesetter({
  language,
  fonts = [],
  softHyphens = [],
  families = [],
  ...said
}: Said): Promise<Typesetter> {
  const copy = { headline: '', subheadline: '', cta: '', offer: '', price: '', ...said };
  const brief: Brief = {
    seed: 's',
    language,
    concept: null,
    tone: 'friendly',
    kit: { name: null, light: colors, dark: colors, prefers: 'light', fonts, families, logo: null },
    copy,
    pictures: [],
    facts: [],
    noText: false,
    direction: {},
  };
  const texts = textsOf(copy, '', language, []);
  const face = await chooseTypeface(brief, Object.values(texts).join(' '), engine);
  return Typesetter.measure(engine, texts, face, { u: 10, language, softHyphens });
}

function setAt(type: Typesetter, role: TextRole, width = 4_000): SetText {
  const set = type.set(role, { face: 'display', size: 100, width, linesMax: 4 });
  if (set === null) throw new Error('the text did not fit');
  return set;
}

async function drawn(set: SetText) {
  const look = { color: '#000000', align: 'start' } as const;
  return engine.draw(place(set, { x: 0, top: 0, width: 1_000 }, look));
}

test('tracking is added once for an emoji of several code points', async () => {
  const extra = async (headline: string): Promise<number> => {
    const type = await typesetter({ language: 'en', headline });
    const set = setAt(type, 'headline');
    const [natural = 0] = await engine.widths([{ text: headline, style: set.style }]);
    return (set.width / set.size - natural) / set.style.tracking;
  };
  expect(await extra('New')).toBeCloseTo(3);
  expect(await extra('New👩\u200d🚀')).toBeCloseTo(4);
});

test.each([
  ['in its own face if it is large', 70, 'cormorant-garamond'],
  ['in the bolder face of the pair if its hairlines would be lost', 40, 'figtree'],
])('a headline in a face with hairlines is set %s', async (_, size, want) => {
  const type = await typesetter({
    language: 'en',
    headline: 'Slow mornings',
    families: ['cormorant-garamond', 'figtree'],
  });
  const set = type.set('headline', { face: 'display', size, width: 4_000, linesMax: 1 });
  expect(set?.style.families[0]).toBe(want);
  const [natural = 0] = await engine.widths([
    { text: 'Slow mornings', style: set?.style ?? { families: [], weight: 0, tracking: 0 } },
  ]);
  expect(set?.width).toBeGreaterThan(0.9 * natural * size);
});

describe('right-to-left text', () => {
  test.each([
    ['in Hebrew that ends with a Latin name is at the left', 'המים של Verdane.', 'he', 'left'],
    ['in Hebrew that begins with a Latin name is at the left', 'Verdane תמיד קר.', 'he', 'left'],
    ['in Arabic is at the left', 'ماء بارد مع Verdane.', 'ar', 'left'],
    ['in English in an Arabic ad is at the right', 'Made in Norway.', 'ar', 'right'],
  ])('a full stop %s, and the line begins at the right', async (_, headline, language, side) => {
    const native = language === 'he' ? 'מים קרים כל היום ובכל מקום' : 'ماء بارد طوال اليوم وفي كل مكان';
    const set = setAt(await typesetter({ language, headline, subheadline: native }), 'headline');
    expect(set.side).toBe('right');
    expect(stopSide(await drawn(set))).toBe(side);
  });
});

/** Returns the side on which the outermost ink is no higher than a full stop. */
function stopSide({ pixels, width, height }: { pixels: Buffer; width: number; height: number }): 'left' | 'right' {
  const heightAt = (column: number): number => {
    const rows = Array.from({ length: height }, (_, row) => row).filter(
      (row) => (pixels[(row * width + column) * 4 + 3] ?? 0) > 127,
    );
    return rows.length === 0 ? 0 : (rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1;
  };
  const inked = Array.from({ length: width }, (_, column) => heightAt(column));
  const outermost = (heights: number[]): number =>
    Math.max(...heights.slice(heights.findIndex((each) => each > 0)).slice(0, 8));
  return outermost(inked) < outermost(inked.toReversed()) ? 'left' : 'right';
}

describe('font families', () => {
  const families = (type: Typesetter, role: TextRole) => setAt(type, role).style.families;

  test('the font of the brand is preferred only if it has every letter', async () => {
    const said = { headline: 'Made slow', offer: 'Zażółć gęślą jaźń', cta: 'Привет' };
    const type = await typesetter({ language: 'en', fonts: [ownFont], ...said });
    expect(families(type, 'headline')[0]).toMatch(/^brand-/);
    expect(families(type, 'offer')[0]).not.toMatch(/^brand-/);
    expect(families(type, 'cta')[0]).not.toMatch(/^brand-/);
  });

  test('the variable font of the brand, whose default is light, is bold in headlines and regular in other texts', async () => {
    const bytes = readFileSync('node_modules/@fontsource-variable/rubik/files/rubik-latin-wght-normal.woff2');
    const fonts = [{ family: 'Own', bytes }];
    const type = await typesetter({ language: 'en', fonts, headline: 'Loud' });
    const weights = (['display', 'text', 'strong'] as const).map((name) => type.face.style(name, 'Loud').weight);
    expect(weights).toEqual([800, 400, 650]);
    const { style } = setAt(type, 'headline');
    const [bold = 0, light = 0] = await engine.widths([
      { text: 'Loud', style },
      { text: 'Loud', style: { ...style, weight: 300 } },
    ]);
    expect(bold).toBeGreaterThan(light);
  });

  test('the font of the brand sets a Japanese text that is mostly a Latin name, and no other text', async () => {
    const said = { headline: 'iPhone 用', offer: '無印良品の iPhone 用ケースを半額で' };
    const type = await typesetter({ language: 'ja', fonts: [ownFont], ...said });
    expect(families(type, 'headline')[0]).toMatch(/^brand-/);
    expect(families(type, 'offer')[0]).toBe('noto-sans-jp');
  });

  test('Latin copy loads no font of another writing system, and a symbol loads only a symbol font', async () => {
    const plain = await typesetter({ language: 'en', headline: 'Made slow, “used” daily – 50 % off' });
    const marked = await typesetter({ language: 'en', headline: 'Made slow ★' });
    expect(plain.face.families.filter((family) => /-(jp|kr|sc|tc|thai|symbols|emoji)/.test(family))).toEqual([]);
    expect(marked.face.families.filter((family) => /-(jp|kr|sc|tc|thai|emoji)$/.test(family))).toEqual([]);
    expect(marked.face.families).toContain('noto-sans-symbols-2');
  });
});

describe('writing systems with their own spacing', () => {
  test('writing systems other than Latin have no tracking and open leading', async () => {
    for (const [language, headline] of [
      ['ja', '一日中、冷たい水を。'],
      ['ko', '하루 종일 시원하게'],
      ['zh-CN', '轻装上阵，走得更远'],
      ['th', 'ดื่มน้ำเย็นได้ทั้งวัน'],
      ['hi', 'हर सुबह की शुरुआत'],
      ['he', 'מים קרים כל היום'],
      ['ar', 'ماء بارد طوال اليوم'],
    ] as const) {
      const { style, leading } = setAt(await typesetter({ language, headline }), 'headline');
      expect([language, style.tracking]).toEqual([language, 0]);
      expect(leading).toBeGreaterThanOrEqual(language === 'he' ? 108 : 125);
    }
  });

  test('Latin words next to another writing system have no tracking', async () => {
    const plain = await typesetter({ language: 'en', headline: 'Fresh coffee every day' });
    const mixed = await typesetter({ language: 'en', headline: 'Fresh の coffee every day' });
    expect(setAt(plain, 'headline').style.tracking).toBeLessThan(0);
    expect(setAt(mixed, 'headline').style.tracking).toBe(0);
  });

  test('Japanese text breaks between phrases when a line is full', async () => {
    const type = await typesetter({ language: 'ja', headline: '朝のコーヒーが、ちょっといい時間になる。' });
    expect(setAt(type, 'headline', 1_000).lines).toEqual(['朝のコーヒーが、', 'ちょっといい', '時間になる。']);
  });
});

describe('a word that is wider than a line', () => {
  const headline = 'Kraftfahrzeughaftpflichtversicherung ab 9 €';
  const broken = (type: Typesetter, breakWords?: BreakWords, width = 900) =>
    type.set('headline', { face: 'display', size: 100, width, linesMax: 4, breakWords })?.lines;

  test('is broken only if that is allowed, with hyphens between its words', async () => {
    const type = await typesetter({ language: 'de', headline });
    expect(broken(type)).toBeUndefined();
    expect(broken(type, 'joints', 1_500)).toEqual(['Kraftfahrzeughaftpflicht-', 'versicherung ab 9\u00a0€']);
    expect(broken(type, 'anywhere')).toEqual(['Kraftfahrzeug-', 'haftpflicht-', 'versicherung ab 9\u00a0€']);
  });

  test('is broken at the soft hyphens of the author, which are drawn nowhere else', async () => {
    const softHyphens = ['Kraftfahrzeug\u00adhaftpflichtversicherung'];
    const type = await typesetter({ language: 'de', headline, softHyphens });
    expect(broken(type, 'joints', 1_200)).toEqual(['Kraftfahrzeug-', 'haftpflichtversicherung', 'ab 9\u00a0€']);
    expect(broken(type, 'joints', 3_000)?.join('')).not.toContain('\u00ad');
    expect(broken(type, 'joints')).toBeUndefined();
  });

  test('and is an address is broken without a hyphen', async () => {
    const type = await typesetter({ language: 'en', headline: 'www.verdane.example/spring' });
    expect(broken(type, 'joints')?.join('')).toBe('www.verdane.example/spring');
  });
});
