import type { WritingSystemName } from '../writing-systems/writing-systems.ts';
import type { FontPair } from './font-pair.ts';

function pairsOf(writingSystem: WritingSystemName, family: string): FontPair[] {
  const face = (weight: number) => ({ family, weight, isVariable: true }) as const;
  const common = { writingSystems: [writingSystem], text: face(400), strong: face(700), tracking: 0, leading: 1.25 };
  return [
    { ...common, name: family, tones: ['bold', 'friendly', 'technical', 'playful'], display: face(800) },
    { ...common, name: `${family}-light`, tones: ['elegant', 'natural'], display: face(350) },
  ];
}

export const eastAsianPairs: readonly FontPair[] = [
  ...pairsOf('japanese', 'noto-sans-jp'),
  ...pairsOf('korean', 'noto-sans-kr'),
  ...pairsOf('chinese-simplified', 'noto-sans-sc'),
  ...pairsOf('chinese-traditional', 'noto-sans-tc'),
];
