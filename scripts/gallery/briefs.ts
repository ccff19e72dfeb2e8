import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Brief, ColorRoles, FontFile, Picture, Tone } from '../../src/studio/brief.ts';
import { noCopy } from '../../src/studio/copy/drawn-copy.ts';
import { alpine, coral, grey, neon, night, rose, sage, sand, sun } from './palettes.ts';

const pictures = {
  morning: ['morning-table.jpg', 1600, 1200, 'lifestyle'],
  lake: ['mountain-lake.jpg', 1800, 1200, 'lifestyle'],
  dunes: ['dunes.jpg', 1600, 1200, 'lifestyle'],
  bottle: ['bottle.jpg', 1000, 1250, 'packshot'],
  mug: ['mug.jpg', 1200, 1000, 'product'],
  headphones: ['headphones.jpg', 1200, 1200, 'packshot'],
} as const;

export function samplePicture(name: keyof typeof pictures): Picture {
  const [file, width, height, role] = pictures[name];
  return {
    bytes: readFileSync(new URL(`../../examples/pictures/${file}`, import.meta.url)),
    width,
    height,
    role,
    hasAlpha: false,
    alt: null,
  };
}

/** Reads width and height from the header of the PNG. */
export function pngPicture(bytes: Buffer, role: Picture['role']): Picture {
  return { bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), role, hasAlpha: true, alt: null };
}

export const can = (): Picture =>
  pngPicture(readFileSync(new URL('../../examples/pictures/can-cutout.png', import.meta.url)), 'product');

/** Returns a font of a sample site, as if read from its page. */
export function siteFont(site: 'marl' | 'verdane', family: string, weight: number): FontFile {
  const file = `${family}-latin-${weight}-normal.woff2`;
  return { family, bytes: readFileSync(new URL(`../../examples/sites/${site}/fonts/${file}`, import.meta.url)) };
}

export interface Draft {
  seed?: string;
  tone: Tone;
  name: string;
  light: ColorRoles;
  dark: ColorRoles;
  prefers?: 'light' | 'dark';
  language?: string;
  copy?: Partial<Brief['copy']>;
  pictures?: Picture[];
  logo?: Picture | null;
  fonts?: Brief['kit']['fonts'];
  noText?: boolean;
}

export function briefOf(draft: Draft): Brief {
  return {
    seed: draft.seed ?? draft.name,
    language: draft.language ?? 'en',
    concept: null,
    tone: draft.tone,
    kit: {
      name: draft.name,
      light: draft.light,
      dark: draft.dark,
      prefers: draft.prefers ?? 'light',
      fonts: draft.fonts ?? [],
      logo: draft.logo ?? null,
    },
    copy: { ...noCopy, ...draft.copy },
    pictures: draft.pictures ?? [],
    facts: [],
    noText: draft.noText ?? false,
    direction: {},
  };
}

function svgLogo(body: string, width: number, height: number): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`);
}

/** Logos without letters, as SVG; `galleryLogos` renders them. */
const logoSvgs = {
  leaves: svgLogo(
    '<g fill="none" stroke="#2f6b53" stroke-width="22"><circle cx="115" cy="120" r="84"/><circle cx="205" cy="120" r="84"/></g>',
    320,
    240,
  ),
  peak: svgLogo('<path d="M20 220 L150 30 L215 125 L245 85 L340 220 Z" fill="#0c6a82"/>', 360, 240),
  icon: svgLogo(
    '<rect width="240" height="240" rx="54" fill="#2a4bd7"/><circle cx="120" cy="120" r="58" fill="none" stroke="#fff" stroke-width="26"/>',
    240,
    240,
  ),
  white: svgLogo('<path d="M20 200 V40 L120 160 L220 40 V200" fill="none" stroke="#fff" stroke-width="36"/>', 240, 240),
};

export type Logos = Record<keyof typeof logoSvgs, Picture>;

/** Returns the logos of the sample briefs as pictures. */
export async function galleryLogos(): Promise<Logos> {
  const png = async (svg: Buffer) => pngPicture(await sharp(svg, { density: 144 }).png().toBuffer(), 'logo');
  const { leaves, peak, icon, white } = logoSvgs;
  return { leaves: await png(leaves), peak: await png(peak), icon: await png(icon), white: await png(white) };
}

const products = (logos: Logos): Record<string, Brief> => ({
  'serum-natural': briefOf({
    name: 'Twofold',
    tone: 'natural',
    ...sage,
    logo: logos.leaves,
    pictures: [samplePicture('bottle')],
    copy: {
      headline: 'Calm skin by Sunday',
      subheadline: 'A light serum with oat and willow, for skin that has had a week.',
      cta: 'Try the serum',
    },
  }),
  'mug-friendly': briefOf({
    name: 'Kiln & Co',
    tone: 'friendly',
    ...coral,
    pictures: [samplePicture('mug')],
    copy: {
      headline: 'Made slow. Used daily.',
      subheadline: 'Stoneware, thrown by hand and dipped twice.',
      cta: 'See the mugs',
    },
  }),
  'headphones-technical': briefOf({
    name: 'Norr Audio',
    tone: 'technical',
    ...night,
    prefers: 'dark',
    logo: logos.icon,
    pictures: [samplePicture('headphones')],
    copy: {
      headline: 'Forty hours. One charge.',
      subheadline: 'Adaptive noise cancelling that knows a train from a voice.',
      cta: 'Hear the difference',
      price: '€249',
    },
  }),
  'lake-bold': briefOf({
    name: 'Alpenrad',
    tone: 'bold',
    ...alpine,
    prefers: 'dark',
    logo: logos.peak,
    pictures: [samplePicture('lake')],
    copy: {
      headline: 'Ride before the road wakes up',
      subheadline: 'Guided gravel tours from 6 am, May to October.',
      cta: 'Book a morning',
    },
  }),
});

const places = (logos: Logos): Record<string, Brief> => ({
  'morning-elegant': briefOf({
    name: 'Maison Levée',
    tone: 'elegant',
    ...rose,
    pictures: [samplePicture('morning')],
    copy: {
      headline: 'The quiet hour is yours',
      subheadline: 'Rooms with breakfast until noon.',
      cta: 'Reserve a room',
    },
  }),
  'dunes-natural': briefOf({
    name: 'Sahra Tours',
    tone: 'natural',
    ...sand,
    pictures: [samplePicture('dunes')],
    copy: {
      headline: 'Walk where the map goes blank',
      subheadline: 'Six days on foot with people who grew up here.',
      cta: 'Plan your walk',
    },
  }),
  'can-playful': briefOf({
    name: 'Solis',
    tone: 'playful',
    ...coral,
    pictures: [can()],
    copy: { headline: 'Tastes like the last day of school', cta: 'Find a can' },
  }),
  'offer-bold': briefOf({
    name: 'Norr Audio',
    seed: 'offer-2',
    tone: 'bold',
    ...night,
    logo: logos.icon,
    pictures: [samplePicture('headphones')],
    copy: {
      headline: 'The big autumn sale',
      offer: '−30%',
      subheadline: 'On all headphones until 30 November.',
      cta: 'Shop the sale',
    },
  }),
});

const offers = (): Record<string, Brief> => ({
  'price-friendly': briefOf({
    name: 'Kiln & Co',
    seed: 'price',
    tone: 'friendly',
    ...coral,
    pictures: [samplePicture('mug')],
    copy: { headline: 'The everyday mug', price: '€24.90', offer: 'Two for one this week', cta: 'Get yours' },
  }),
  'statement-bold': briefOf({
    name: 'Voltwerk',
    tone: 'bold',
    ...sun,
    copy: {
      headline: 'Your roof could pay your rent',
      subheadline: 'Solar leasing from day one, without a deposit.',
      cta: 'Check your roof',
    },
  }),
  'statement-elegant': briefOf({
    name: 'Maison Levée',
    seed: 'se',
    tone: 'elegant',
    ...rose,
    prefers: 'dark',
    copy: {
      headline: 'Stay a little longer',
      subheadline: 'Our third night is on the house.',
      cta: 'Reserve a room',
    },
  }),
  'statement-grey': briefOf({
    name: 'Form',
    tone: 'technical',
    ...grey,
    copy: { headline: 'Less, but better', cta: 'See the collection' },
  }),
});

const statements = (logos: Logos): Record<string, Brief> => ({
  'statement-neon': briefOf({
    name: 'Pulse',
    tone: 'playful',
    ...neon,
    prefers: 'dark',
    copy: { headline: 'Sweat now. Shine later.', subheadline: 'First class free.', cta: 'Join a class' },
  }),
  'arabic-photo': briefOf({
    name: 'سهرا',
    tone: 'natural',
    language: 'ar',
    ...sand,
    pictures: [samplePicture('dunes')],
    copy: {
      headline: 'امشِ حيث تنتهي الخريطة',
      subheadline: 'ستة أيام سيرًا على الأقدام مع أهل الصحراء',
      cta: 'احجز رحلتك',
    },
  }),
  'arabic-product': briefOf({
    name: 'Norr Audio',
    tone: 'technical',
    language: 'ar',
    ...night,
    prefers: 'dark',
    logo: logos.icon,
    pictures: [samplePicture('headphones')],
    copy: {
      headline: 'أربعون ساعة بشحنة واحدة',
      subheadline: 'عزل ضوضاء ذكي مع Bluetooth 5.4',
      cta: 'اكتشف المزيد',
      price: '899 ر.س',
    },
  }),
  'arabic-statement': briefOf({
    name: 'ضوء',
    tone: 'elegant',
    language: 'ar',
    ...rose,
    copy: { headline: 'ابقَ ليلة أخرى', subheadline: 'الليلة الثالثة علينا', cta: 'احجز الآن' },
  }),
});

const scripts = (logos: Logos): Record<string, Brief> => ({
  'no-text-photo': briefOf({
    name: 'Alpenrad',
    tone: 'bold',
    ...alpine,
    logo: logos.peak,
    pictures: [samplePicture('lake')],
    noText: true,
    copy: { headline: 'Not drawn' },
  }),
  'no-text-product': briefOf({
    name: 'Twofold',
    tone: 'natural',
    ...sage,
    logo: logos.leaves,
    pictures: [samplePicture('bottle')],
    noText: true,
  }),
  'polish-cyrillic': briefOf({
    name: 'Świt',
    tone: 'friendly',
    language: 'pl',
    ...sage,
    pictures: [samplePicture('morning')],
    copy: {
      headline: 'Zażółć gęślą jaźń o świcie',
      subheadline: 'Śniadanie od 6:00 – świeże pieczywo i kawa.',
      cta: 'Zamów teraz',
    },
  }),
  'greek-russian': briefOf({
    name: 'Новый день',
    tone: 'bold',
    language: 'ru',
    ...alpine,
    prefers: 'dark',
    pictures: [samplePicture('lake')],
    copy: {
      headline: 'Утро начинается здесь',
      subheadline: 'Туры на рассвете — с мая по октябрь',
      cta: 'Забронировать',
    },
  }),
});

const edges = (logos: Logos): Record<string, Brief> => ({
  'brand-fonts': briefOf({
    name: 'Verdane',
    tone: 'natural',
    ...sage,
    fonts: [siteFont('verdane', 'fraunces', 600), siteFont('verdane', 'instrument-sans', 400)],
    pictures: [samplePicture('bottle')],
    copy: {
      headline: 'Świeżo z ogrodu',
      subheadline: 'Letters that the brand’s own font lacks come from another: żółć, ёлка.',
      cta: 'Try the serum',
    },
  }),
  'logo-only': briefOf({ name: 'Twofold', tone: 'natural', ...sage, logo: logos.leaves }),
  'white-logo': briefOf({
    name: 'Em',
    tone: 'friendly',
    ...coral,
    logo: logos.white,
    pictures: [samplePicture('mug')],
    copy: { headline: 'Good morning, cup', cta: 'Shop now' },
  }),
});

export function galleryBriefs(logos: Logos): Record<string, Brief> {
  return {
    ...products(logos),
    ...places(logos),
    ...offers(),
    ...statements(logos),
    ...scripts(logos),
    ...edges(logos),
  };
}
