import type { FilmScript, ScriptScene } from '../../src/schema/film-script.ts';
import type { Brief } from '../../src/studio/brief.ts';
import { briefOf, can, type Draft, type Logos, samplePicture } from './briefs.ts';
import { alpine, coral, neon, night, rose, sage, sand, sun } from './palettes.ts';

export interface GalleryFilm {
  brief: Brief;
  script: FilmScript;
  /** True for a film with a voice and captions. */
  spoken?: boolean;
}

type Line = [role: ScriptScene['role'], subject: ScriptScene['subject'], onScreen: string, spoken: string];

/** Returns a film of about 12 seconds. */
function film(draft: Draft, lines: Line[], seconds = 12): GalleryFilm {
  const brief = briefOf(draft);
  const content = (seconds - 2.4) / (lines.length - 1);
  return {
    brief,
    script: {
      language: brief.language,
      narrative: '',
      scenes: lines.map(([role, subject, text, voiceover]) => ({
        role,
        subject,
        seconds: role === 'call_to_action' ? 2.4 : content,
        on_screen_text: text,
        voiceover,
        visual: '',
      })),
      copy: brief.copy,
      notes: [],
    },
  };
}

export function galleryFilms(logos: Logos): Record<string, GalleryFilm> {
  const silent = silentFilms(logos);
  const spoken = ['serum-natural', 'lake-bold', 'mug-friendly', 'statement-bold', 'japanese-natural', 'arabic-natural'];
  const voiced = spoken.flatMap((name) => {
    const film = silent[name];
    return film === undefined ? [] : [[`spoken-${name}`, { ...film, spoken: true }] as const];
  });
  return { ...silent, ...Object.fromEntries(voiced) };
}

const silentFilms = (logos: Logos): Record<string, GalleryFilm> => ({
  ...productFilms(logos),
  ...photoFilms(logos),
  ...typeFilms(),
  ...scriptFilms(logos),
});

const productFilms = (logos: Logos): Record<string, GalleryFilm> => ({
  'serum-natural': film(
    {
      name: 'Twofold',
      tone: 'natural',
      ...sage,
      logo: logos.leaves,
      pictures: [samplePicture('bottle')],
      copy: { cta: 'Try the serum' },
    },
    [
      ['hook', 'product', 'Calm skin by Sunday', 'Calm skin by Sunday.'],
      ['benefit', 'product', 'Oat and willow, nothing loud', 'Oat and willow calm the skin that had a week.'],
      ['proof', 'type', 'Two drops. Every night.', 'Two drops, every night.'],
      ['call_to_action', 'end_card', '', 'Try the serum at Twofold.'],
    ],
  ),
  'headphones-technical': film(
    {
      name: 'Norr Audio',
      tone: 'technical',
      ...night,
      prefers: 'dark',
      logo: logos.icon,
      pictures: [samplePicture('headphones')],
      copy: { cta: 'Hear the difference', price: '€249' },
    },
    [
      ['hook', 'product', 'Forty hours. One charge.', 'Forty hours on one charge.'],
      ['benefit', 'product', 'Knows a train from a voice', 'Adaptive noise cancelling knows a train from a voice.'],
      ['offer', 'product', 'Norr One', 'The Norr One, for 249 euros.'],
      ['call_to_action', 'end_card', '', 'Hear the difference.'],
    ],
  ),
});

const photoFilms = (logos: Logos): Record<string, GalleryFilm> => ({
  'lake-bold': film(
    {
      name: 'Alpenrad',
      tone: 'bold',
      ...alpine,
      prefers: 'dark',
      logo: logos.peak,
      pictures: [samplePicture('lake'), samplePicture('dunes')],
      copy: { cta: 'Book a morning' },
    },
    [
      ['hook', 'photo', 'Ride before the road wakes up', 'Ride before the road wakes up.'],
      ['benefit', 'photo', 'Guided gravel tours from 6 am', 'Guided gravel tours from six in the morning.'],
      ['proof', 'type', 'May to October. Small groups.', 'From May to October, in small groups.'],
      ['call_to_action', 'end_card', '', 'Book a morning.'],
    ],
  ),
  'morning-elegant': film(
    {
      name: 'Maison Levée',
      tone: 'elegant',
      ...rose,
      pictures: [samplePicture('morning')],
      copy: { cta: 'Reserve a room' },
    },
    [
      ['hook', 'photo', 'The quiet hour is yours', 'The quiet hour is yours.'],
      ['benefit', 'photo', 'Breakfast until noon', 'Rooms with breakfast until noon.'],
      ['proof', 'type', 'Stay a little longer', 'Stay a little longer.'],
      ['call_to_action', 'end_card', '', 'Reserve a room.'],
    ],
  ),
});

const typeFilms = (): Record<string, GalleryFilm> => ({
  'can-playful': film({ name: 'Solis', tone: 'playful', ...coral, pictures: [can()], copy: { cta: 'Find a can' } }, [
    ['hook', 'product', 'Tastes like the last day of school', 'Tastes like the last day of school.'],
    ['benefit', 'product', 'Blood orange. Zero sugar.', 'Blood orange, and zero sugar.'],
    ['proof', 'type', 'Crack it. Share it. Repeat.', 'Crack it, share it, repeat.'],
    ['call_to_action', 'end_card', '', 'Find a can near you.'],
  ]),
  'mug-friendly': film(
    {
      name: 'Kiln & Co',
      tone: 'friendly',
      ...coral,
      pictures: [samplePicture('mug'), samplePicture('morning')],
      copy: { cta: 'See the mugs', price: '€24.90', offer: 'Two for one this week' },
    },
    [
      ['hook', 'product', 'Made slow. Used daily.', 'Made slow, used daily.'],
      ['benefit', 'photo', 'Stoneware, thrown by hand', 'Stoneware, thrown by hand and dipped twice.'],
      ['offer', 'product', 'The everyday mug', 'Two for one this week.'],
      ['call_to_action', 'end_card', '', 'See the mugs.'],
    ],
  ),
  'statement-bold': film({ name: 'Voltwerk', tone: 'bold', ...sun, copy: { cta: 'Check your roof' } }, [
    ['hook', 'type', 'Your roof could pay your rent', 'Your roof could pay your rent.'],
    ['benefit', 'type', 'Solar leasing from day one', 'Solar leasing from day one, without a deposit.'],
    ['proof', 'type', 'No deposit. No drilling.', 'No deposit, no drilling.'],
    ['call_to_action', 'end_card', '', 'Check your roof.'],
  ]),
  'neon-playful': film(
    {
      name: 'Pulse',
      tone: 'playful',
      ...neon,
      prefers: 'dark',
      copy: { cta: 'Join a class', offer: 'First class free' },
    },
    [
      ['hook', 'type', 'Sweat now. Shine later.', 'Sweat now, shine later.'],
      ['benefit', 'type', 'Forty minutes of loud', 'Forty minutes of loud.'],
      ['offer', 'type', '', 'Your first class is free.'],
      ['call_to_action', 'end_card', '', 'Join a class.'],
    ],
  ),
});

const scriptFilms = (logos: Logos): Record<string, GalleryFilm> => ({
  'arabic-natural': film(
    {
      name: 'سهرا',
      tone: 'natural',
      language: 'ar',
      ...sand,
      pictures: [samplePicture('dunes')],
      copy: { cta: 'احجز رحلتك' },
    },
    [
      ['hook', 'photo', 'امشِ حيث تنتهي الخريطة', 'امشِ حيث تنتهي الخريطة'],
      ['benefit', 'photo', 'ستة أيام سيرًا على الأقدام مع أهل الصحراء', 'ستة أيام سيرًا على الأقدام مع أهل الصحراء'],
      ['proof', 'type', 'ابقَ ليلة أخرى', 'ابقَ ليلة أخرى'],
      ['call_to_action', 'end_card', '', 'احجز رحلتك'],
    ],
  ),
  'japanese-natural': film(
    {
      name: 'ヴェルデーヌ',
      tone: 'natural',
      language: 'ja',
      ...sage,
      logo: logos.leaves,
      pictures: [samplePicture('bottle')],
      copy: { cta: '詳しく見る' },
    },
    [
      ['hook', 'product', '一日中、冷たい水を。', '一日中、冷たい水を。'],
      ['benefit', 'product', '保冷24時間のステンレスボトル。', '保冷24時間のステンレスボトル。'],
      ['proof', 'type', '「持ち歩く」がもっと軽やかに。', '「持ち歩く」がもっと軽やかに。'],
      ['call_to_action', 'end_card', '', '詳しく見る'],
    ],
  ),
  'picture-only': film(
    { name: '', tone: 'friendly', ...sand, pictures: [samplePicture('lake')] },
    [
      ['hook', 'photo', '', ''],
      ['benefit', 'photo', '', ''],
      ['call_to_action', 'end_card', '', ''],
    ],
    10,
  ),
});
