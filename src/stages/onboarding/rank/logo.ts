import { isPictureDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import type { LogoValue } from '../findings.ts';
import { fileOf } from '../icon-names.ts';
import { pictureKey } from '../picture-names.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { logoModel } from './weights/logo.ts';

/** Key of what a page draws itself. Of such logos, each reader returns the best. */
const drawing = 'drawing';

const keyOf = ({ url, file = url }: LogoValue): string => (isPictureDataUrl(file) ? drawing : pictureKey(file));

/** The picture that the page shows is preferred to another size of it that data for programs name. */
const sourceWorth = ({ source }: Evidence<LogoValue>): number => ['page', 'painted'].indexOf(source);

/** Returns the pictures that may be the logo of a page. One that was painted is returned as it was painted. */
export function logoCandidates(found: readonly Evidence<LogoValue>[]): Candidate<LogoValue>[] {
  const all = candidates(found, keyOf, sourceWorth);
  const isPainted = all.some(({ features }) => 'painted' in features);
  return all.map((one) => ({
    ...one,
    features: {
      ...one.features,
      ...fileFeatures(one.value),
      ...facts({
        unpainted: !isPainted,
        hidden: isPainted && !('painted' in one.features),
        only: all.length === 1,
        few: all.length <= 3,
        both: 'painted' in one.features && 'written' in one.features,
        'icon.only': Object.keys(one.features).every((name) => name.startsWith('icon')),
        'structured.only': Object.keys(one.features).every((name) => name === 'structured'),
      }),
    },
  }));
}

function fileFeatures({ url, file = url }: LogoValue): Features {
  if (isPictureDataUrl(file)) return { drawing: 1 };
  const name = fileOf(file);
  return facts({
    'file.logo': /logo(?!ut)/i.test(name),
    'file.icon': /fav|icon|\bapp\b/i.test(name),
    'file.drawing': /\.svg\b/i.test(name),
    'file.photo': /\.jpe?g\b/i.test(name),
  });
}

export function rankLogos(found: readonly Evidence<LogoValue>[]): Ranked<LogoValue>[] {
  return ranked(logoCandidates(found), logoModel);
}
