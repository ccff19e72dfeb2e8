import { hexOf } from '../css/color-value.ts';
import { evidence } from '../evidence.ts';
import { logoAt, type Extractor } from '../findings.ts';
import { isRecord } from '../json.ts';
import { absoluteUrl, cleanText, textMax } from '../text.ts';

const source = 'manifest';

const colorOf = (value: unknown): string | undefined => (typeof value === 'string' ? hexOf(value) : undefined);

function sideOf(sizes: unknown): number {
  return Number(/(\d{1,5})x\d/i.exec(typeof sizes === 'string' ? sizes : '')?.[1] ?? 0);
}

export const manifest: Extractor = ({ manifest: found }) => {
  if (found === undefined || !isRecord(found.json)) return {};
  const { json, url } = found;
  const icons = [json['icons']].flat().filter(isRecord).slice(0, 30);
  const largest = icons
    .filter((icon) => !/monochrome/.test(String(icon['purpose'])))
    .sort((one, other) => sideOf(other['sizes']) - sideOf(one['sizes']))
    .flatMap((icon) => absoluteUrl(icon['src'], url) ?? []);
  return {
    names: [
      ...evidence(cleanText(json['short_name'], textMax.name), source, { 'manifest.short': 1 }),
      ...evidence(cleanText(json['name'], textMax.name), source, { 'manifest.long': 1 }),
    ],
    colors: [
      ...evidence(colorOf(json['theme_color']), source, { 'manifest.theme': 1 }),
      ...evidence(colorOf(json['background_color']), source, { 'manifest.ground': 1 }),
    ],
    logos: largest.slice(0, 1).flatMap((icon) => logoAt(icon, source, { icon: 1, 'icon.manifest': 1 })),
  };
};
