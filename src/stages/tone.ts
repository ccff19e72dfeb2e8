import type { Tone } from '../studio/brief.ts';
import { toneOf } from '../studio/copy/tone.ts';
import type { BrandFacts } from './brand-facts.ts';

export function toneFor({ request, brand }: BrandFacts, seed: string): Tone {
  const described = [
    brand.product?.name,
    brand.product?.description,
    ...request.adCopies.map(({ copyText }) => copyText),
  ];
  const page = [brand.name, ...brand.headlines.map(({ text }) => text)];
  const texts = [
    { text: request.direction ?? '', weight: 4 },
    { text: described.join(' '), weight: 1 },
    { text: page.join(' '), weight: 0.5 },
  ];
  return toneOf({ texts, colors: brand.colors, fonts: brand.fonts.flatMap(({ family }) => family ?? []) }, seed);
}
