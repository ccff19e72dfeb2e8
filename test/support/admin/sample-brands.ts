/** A brand with an account, and the picture of its ads. The picture is a file in `docs/images`. */
export interface SampleBrand {
  /** Name of the account and of its API key. */
  name: string;
  displayName: string;
  product: string;
  description: string;
  granted: number;
  note: string;
  picture: string;
  aspectRatio: string;
  layout: string;
  copy: { headline: string; subheadline: string; cta: string; offer: string; price: string };
  concept: string;
  tone: string;
  family: string;
  colors: { surface: string; ink: string; primary: string; onPrimary: string; accent: string; muted: string };
  altText: string;
}

const noText = { offer: '', price: '' };

/** Brands whose ads the picture files show. Nothing else knows of them. */
export const sampleBrands: readonly [SampleBrand, SampleBrand, SampleBrand] = [
  {
    ...{ name: 'verdane', displayName: 'Verdane', product: 'Oat serum', granted: 2_500, note: 'invoice 2041' },
    description: 'A light serum with oat and willow, for skin that has had a week.',
    ...{ picture: 'studio-packshot', aspectRatio: '9:16', layout: 'packshot', tone: 'natural', family: 'Figtree' },
    copy: {
      headline: 'Calm skin by Sunday',
      subheadline: 'A light serum with oat and willow, for skin that has had a week.',
      ...{ cta: 'Try the serum', ...noText },
    },
    concept: 'Let the bottle stand alone in front of an arch the colour of skin.',
    colors: {
      ...{ surface: '#f8f6f0', ink: '#14241c', primary: '#2f6b4f', onPrimary: '#ffffff' },
      ...{ accent: '#e9d3bd', muted: '#5d6b63' },
    },
    altText: 'Ad by Verdane: a green bottle of serum. Text: Calm skin by Sunday. Try the serum.',
  },
  {
    ...{ name: 'pulse', displayName: 'Pulse', product: 'First class', granted: 12_000, note: 'invoice 2038' },
    description: 'A spinning class for people who have never been to one. The first class is free.',
    ...{ picture: 'studio-statement', aspectRatio: '1:1', layout: 'statement', tone: 'bold', family: 'Archivo' },
    copy: {
      headline: 'Sweat now. Shine later.',
      subheadline: 'First class free.',
      ...{ cta: 'Join a class', ...noText },
    },
    concept: 'Say it as loudly as the music in the room.',
    colors: {
      ...{ surface: '#06100d', ink: '#ffffff', primary: '#2bff7a', onPrimary: '#06100d' },
      ...{ accent: '#c0269b', muted: '#8aa39a' },
    },
    altText: 'Ad by Pulse. Text: Sweat now. Shine later. First class free. Join a class.',
  },
  {
    ...{ name: 'maison-levee', displayName: 'Maison Levée', product: 'Rooms', granted: 115, note: 'trial' },
    description: 'Quiet rooms with breakfast until noon.',
    ...{ picture: 'studio-full-bleed', aspectRatio: '4:5', layout: 'full_bleed', tone: 'elegant', family: 'Playfair' },
    copy: {
      headline: 'The quiet hour is yours',
      subheadline: 'Rooms with breakfast until noon.',
      ...{ cta: 'Reserve a room', ...noText },
    },
    concept: 'Show the light on the wall that a guest wakes up to.',
    colors: {
      ...{ surface: '#e9dfd2', ink: '#2a2024', primary: '#4a3a30', onPrimary: '#ffffff' },
      ...{ accent: '#8fb1bd', muted: '#7d7268' },
    },
    altText: 'Ad by Maison Levée: morning light on a table. Text: The quiet hour is yours. Reserve a room.',
  },
];
