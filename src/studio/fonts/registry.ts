import { amiri } from './amiri.ts';
import { anton } from './anton.ts';
import { archivo } from './archivo.ts';
import { bricolage } from './bricolage.ts';
import { cairo } from './cairo.ts';
import { cormorant } from './cormorant.ts';
import { dmSerif } from './dm-serif.ts';
import { figtree } from './figtree.ts';
import type { FontPair } from './font-pair.ts';
import { frankRuhlLibre } from './frank-ruhl-libre.ts';
import { fraunces } from './fraunces.ts';
import { fredoka } from './fredoka.ts';
import { heebo } from './heebo.ts';
import { kanit } from './kanit.ts';
import { montserrat } from './montserrat.ts';
import { notoSansDevanagari } from './noto-sans-devanagari.ts';
import { eastAsianPairs } from './noto-sans-east-asian.ts';
import { notoSansThai } from './noto-sans-thai.ts';
import { notoSans } from './noto-sans.ts';
import { nunito } from './nunito.ts';
import { playfair } from './playfair.ts';
import { plex } from './plex.ts';
import { poppins } from './poppins.ts';
import { robotoSlab } from './roboto-slab.ts';
import { rubik } from './rubik.ts';
import { spaceGrotesk } from './space-grotesk.ts';
import { tajawal } from './tajawal.ts';

/** All bundled font pairs. To add a pair, list its file here and its font families in the dependencies. */
export const fontPairs: readonly FontPair[] = [
  archivo,
  anton,
  montserrat,
  playfair,
  cormorant,
  fraunces,
  dmSerif,
  nunito,
  figtree,
  spaceGrotesk,
  plex,
  fredoka,
  bricolage,
  robotoSlab,
  notoSans,
  cairo,
  tajawal,
  amiri,
  rubik,
  heebo,
  frankRuhlLibre,
  kanit,
  notoSansThai,
  poppins,
  notoSansDevanagari,
  ...eastAsianPairs,
];
