import type { Tone } from '../../studio/brief.ts';
import type { Asked } from '../../schema/direction.ts';
import { seededChoice } from '../../studio/seeded.ts';

export interface ConceptFacts {
  brand: string | null;
  product: string | null;
  tone: Tone;
  /** Main colour of the brand in plain words (`deep green`); null if the colours of the brand are not known. */
  color: string | null;
  headline: string;
  cta: string;
  shows: 'product' | 'scene' | 'nothing';
}

/** A sentence of a concept with what it asks of the ad. */
export interface ConceptSentence {
  text: string;
  asks: Asked;
}

/**
 * Returns a creative idea in two or three English sentences: what the ad shows, its mood, and the order in which a
 * reader looks at its parts. Each has what it asks of the ad, so that idea and ad agree. The same facts and seed give
 * the same text. Nothing is stated about the brand or the product.
 */
export function writeConcept(known: ConceptFacts, seed: string): ConceptSentence[] {
  const pick = (purpose: string, choices: ConceptSentence[]): ConceptSentence[] => {
    const choice = seededChoice(seed, `concept ${purpose}`, choices);
    return choice === undefined ? [] : [choice];
  };
  const path = pathOf(known);
  return [
    ...pick('idea', ideas(known)),
    ...pick('mood', moods(known)),
    ...(path === '' ? [] : [{ text: path, asks: {} }]),
  ];
}

function ideas({ shows, product, brand }: ConceptFacts): ConceptSentence[] {
  if (shows === 'product') return productIdeas(product ?? 'the product');
  return shows === 'scene' ? sceneIdeas : wordIdeas(product ?? brand ?? 'the brand');
}

const large: Asked = { picture: 'large', largest: 'picture' };
const typographic: Asked = { moods: ['typographic'], largest: 'headline' };

const productIdeas = (subject: string): ConceptSentence[] => [
  {
    text: `Let ${subject} have the picture to itself: one large, close view, with nothing else to compete.`,
    asks: large,
  },
  { text: `Show ${subject} in full, well lit, and large enough to invite touch.`, asks: large },
  {
    text: `A single look at ${subject}, as in a shop window: one object, one light, much room around it.`,
    asks: { moods: ['minimal'] },
  },
  { text: `${raised(subject)} fills more of the frame than usual, and the rest keeps quiet.`, asks: large },
];

const raised = (text: string): string => text.charAt(0).toLocaleUpperCase('en') + text.slice(1);

const sceneIdeas: ConceptSentence[] = [
  { text: 'One photograph fills the frame, and the words stay out of its way.', asks: { picture: 'full' } },
  { text: 'Let the photo show the place and its mood; the words only name it.', asks: { picture: 'large' } },
  { text: 'A window onto one scene, framed plainly, with time to look before reading.', asks: { picture: 'large' } },
];

const wordIdeas = (subject: string): ConceptSentence[] => [
  {
    text: `No photograph: the words for ${subject} are the picture, set as large as the frame allows.`,
    asks: typographic,
  },
  {
    text: `A poster for ${subject} made of type and flat colour alone, to be read from across the street.`,
    asks: typographic,
  },
  {
    text: `Say one thing about ${subject}, in large letters, and leave the rest of the page empty.`,
    asks: typographic,
  },
];

const moodsByTone: Record<Tone, (color: string) => ConceptSentence[]> = {
  bold: (color) => [
    { text: `Heavy type and flat fields of ${color}, hard edges, high contrast.`, asks: { moods: ['loud'] } },
    { text: `It is loud on purpose: ${color} and letters that nearly touch the frame.`, asks: { moods: ['loud'] } },
  ],
  elegant: (color) => [
    { text: `Much empty space, fine lines, and ${color} used once.`, asks: { moods: ['minimal', 'elegant'] } },
    {
      text: `Quiet and exact: fine type, wide margins, ${color} as the only colour.`,
      asks: { moods: ['calm', 'elegant'] },
    },
  ],
  friendly: (color) => [
    { text: `Warm and close, with round shapes and ${color} for the call to action.`, asks: {} },
    { text: `The mood is that of a kitchen table: ${color}, soft corners, words as people speak them.`, asks: {} },
  ],
  technical: (color) => [
    { text: `Clean and measured: a strict grid, sharp edges, ${color} for what matters.`, asks: {} },
    { text: `It should look engineered: straight lines, and ${color} as the signal.`, asks: {} },
  ],
  natural: (color) => [
    { text: `Paper-like backgrounds, ${color}, and no gloss.`, asks: {} },
    { text: `Calm and unhurried: ${color} and much paper.`, asks: { moods: ['calm'] } },
  ],
  playful: (color) => [
    { text: `Bright and a little off balance: big shapes, ${color}, and a wink.`, asks: { moods: ['playful'] } },
    { text: `${color} first, and the shapes are as round as a ball.`, asks: { moods: ['playful'] } },
  ],
};

const moods = ({ tone, color }: ConceptFacts): ConceptSentence[] =>
  moodsByTone[tone](color ?? 'one strong colour').map(({ text, asks }) => ({ text: raised(text), asks }));

function pathOf({ headline, cta, brand, shows }: ConceptFacts): string {
  const [start, ...steps] = [
    ...(shows === 'nothing' ? [] : ['the picture']),
    ...[headline, cta].filter((text) => text !== '').map((text) => `“${text}”`),
    ...(brand === null ? [] : [`the name ${brand}`]),
  ];
  if (start === undefined || steps.length === 0) return '';
  return `The eye goes from ${start} ${steps.map((step) => `to ${step}`).join(', then ')}.`;
}
