import type { FilmScript } from '../../schema/film-script.ts';
import type { Brief } from '../../studio/brief.ts';
import type { Span } from '../../studio/film/timeline.ts';
import { subjectOf } from '../../studio/film/scenes/subject-of.ts';
import type { ScriptMaterial } from '../../studio/script/material.ts';
import type { FilmEvidence } from '../../studio/script/wishes/evidence.ts';
import type { FinishedFilm } from './finish-film.ts';

interface Sources {
  film: Pick<FinishedFilm, 'made' | 'sound'>;
  brief: Brief;
  script: FilmScript;
  /** Texts that the script was written from. */
  texts: WrittenFrom;
}

export interface WrittenFrom extends Pick<ScriptMaterial, 'brand' | 'product' | 'price'> {
  given: readonly { copyType: string; copyText: string; price?: string | undefined }[];
  /** Headline of the pages. */
  headline: string;
}

/** Returns what a finished film shows and says, and what it cannot have, in order to compare it with wishes. */
export function filmEvidence({ film: { made, sound }, brief, script, texts: from }: Sources): FilmEvidence {
  const cues = sound === null || sound.voiceName === null ? null : sound.cues;
  const texts = textsOf(script, from);
  return {
    seconds: made.film.frames / made.film.framesPerSecond,
    shots: made.shots,
    said: (cues ?? []).map((cue) => ({ ...cue, text: cue.text.replaceAll('\n', ' ') })),
    hasMusic: sound?.hasMusic ?? false,
    captions: cues === null ? textSpans(made.shots) : made.captions,
    texts,
    lacks: { ...lackedTexts(texts), ...lackedPictures(brief), ...lackedSound(sound) },
  };
}

/** Texts that the script has, that the request gives, or that the pages have, in this order. */
function textsOf({ copy }: FilmScript, { given, headline, price, product, brand }: WrittenFrom): FilmEvidence['texts'] {
  const of = (type: string) => given.find(({ copyType }) => copyType === type);
  const text = (type: 'offer' | 'headline' | 'subheadline' | 'cta'): string => copy[type] ?? of(type)?.copyText ?? '';
  return {
    price: [copy.price ?? '', of('offer')?.price ?? '', price ?? ''].filter((each) => each !== ''),
    offer: text('offer'),
    headline: text('headline') === '' ? headline : text('headline'),
    subheadline: text('subheadline'),
    cta: text('cta'),
    productName: product ?? '',
    brandName: brand ?? '',
  };
}

/** In a film without a voice, the texts on the screen are the captions. */
const textSpans = (shots: FilmEvidence['shots']): Span[] => shots.flatMap(({ texts }) => [...texts]);

type Lacks = FilmEvidence['lacks'];

function lackedTexts(texts: FilmEvidence['texts']): Lacks {
  return {
    ...(texts.price.length === 0 && { price: 'neither the request nor the pages state a price' }),
    ...(texts.offer === '' && { offer: 'the request has no offer' }),
    ...(texts.headline === '' && { headline: 'neither the request nor the pages have a headline' }),
    ...(texts.subheadline === '' && { subheadline: 'the request has no subheadline' }),
    ...(texts.productName === '' && { product_name: 'the name of the product is unknown' }),
    ...(texts.brandName === '' && { brand_name: 'the name of the brand is unknown' }),
  };
}

function lackedPictures({ pictures, kit }: Brief): Lacks {
  const subjects = pictures.filter(({ role }) => role !== 'logo' && role !== 'reference').map(subjectOf);
  return {
    ...(!subjects.includes('product') && { product: 'no picture of the product can be used' }),
    ...(!subjects.includes('lifestyle') && { lifestyle: 'no lifestyle picture can be used' }),
    ...(kit.logo === null && { logo: 'neither the request nor the pages have a logo that can be used' }),
  };
}

function lackedSound(sound: FinishedFilm['sound']): Lacks {
  if (sound === null) return { voice: isSilent, music: isSilent, sound: isSilent };
  return sound.noVoice === null ? {} : { voice: sound.noVoice };
}

const isSilent = 'generate_sound is false';
