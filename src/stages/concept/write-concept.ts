import type { Tone } from '../../studio/brief.ts';
import { seededChoice } from '../../studio/seeded.ts';

export interface ConceptFacts {
  brand: string | null;
  product: string | null;
  tone: Tone;
  /** Main colour of the brand in plain words (`deep green`); null if the colours of the brand are not known. */
  color: string | null;
  facts: string[];
  headline: string;
  cta: string;
  shows: 'product' | 'scene' | 'nothing';
}

/**
 * Returns a creative idea in two or three English sentences: what the ad shows, its mood, and the order in which a
 * reader looks at its parts. The same facts and seed give the same text. Statements about the brand or the product are
 * quoted, never invented.
 */
export function writeConcept(known: ConceptFacts, seed: string): string {
  const pick = (purpose: string, choices: string[]): string => seededChoice(seed, `concept ${purpose}`, choices) ?? '';
  return [pick('idea', ideas(known)), pick('mood', moods(known)), pathOf(known)]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function ideas(known: ConceptFacts): string[] {
  const fact = known.facts[0];
  const general = generalIdeas(known);
  if (fact === undefined) return general;
  return [
    ...general,
    `One fact carries the picture: “${fact}”. Everything else makes room for it.`,
    `Start from a fact: “${fact}”. ${known.shows === 'nothing' ? 'Say it large.' : 'Show the object plainly next to it.'}`,
  ];
}

function generalIdeas({ shows, product, brand }: ConceptFacts): string[] {
  if (shows === 'product') return productIdeas(product ?? 'the product');
  return shows === 'scene' ? sceneIdeas : wordIdeas(product ?? brand ?? 'the brand');
}

const productIdeas = (subject: string): string[] => [
  `Let ${subject} have the picture to itself: one large, close view, with nothing else to compete.`,
  `Show ${subject} in full, well lit, and large enough to invite touch.`,
  `A single look at ${subject}, as in a shop window: one object, one light, much room around it.`,
  `Cut close, so that ${subject} fills more of the frame than usual, and keep the rest quiet.`,
];

const sceneIdeas: string[] = [
  'One photograph fills the frame, and the words stay out of its way.',
  'Let the photo show the place and its mood; the words only name it.',
  'A window onto one scene, framed plainly, with time to look before reading.',
];

const wordIdeas = (subject: string): string[] => [
  `No photograph: the words for ${subject} are the picture, set as large as the frame allows.`,
  `A poster for ${subject} made of type and flat colour alone, to be read from across the street.`,
  `Say one thing about ${subject}, in large letters, and leave the rest of the page empty.`,
];

const moodsByTone: Record<Tone, (color: string) => string[]> = {
  bold: (color) => [
    `Heavy type and flat fields of ${color}, hard edges, high contrast.`,
    `It is loud on purpose: ${color} from edge to edge and letters that nearly touch the frame.`,
  ],
  elegant: (color) => [
    `Much empty space, fine lines, and ${color} used once.`,
    `Quiet and exact: small type, wide margins, ${color} as the only colour.`,
  ],
  friendly: (color) => [
    `Warm and close, with round shapes, soft light, and ${color} for the call to action.`,
    `The mood is that of a kitchen table: ${color}, soft corners, words as people speak them.`,
  ],
  technical: (color) => [
    `Clean and measured: a strict grid, sharp edges, ${color} for what matters.`,
    `It should look engineered: straight lines, even light, ${color} as the signal.`,
  ],
  natural: (color) => [
    `Daylight, paper-like backgrounds, ${color}, and no gloss.`,
    `Calm and unhurried: soft daylight, ${color}, and natural textures.`,
  ],
  playful: (color) => [
    `Bright and a little off balance: big shapes, ${color}, and a wink in the layout.`,
    `Colours meet head-on, ${color} first, and the shapes are as round as a ball.`,
  ],
};

const moods = ({ tone, color }: ConceptFacts): string[] => moodsByTone[tone](color ?? 'one strong colour');

function pathOf({ headline, cta, brand, shows }: ConceptFacts): string {
  const [start, ...steps] = [
    ...(shows === 'nothing' ? [] : ['the picture']),
    ...[headline, cta].filter((text) => text !== '').map((text) => `“${text}”`),
    ...(brand === null ? [] : [`the name ${brand}`]),
  ];
  if (start === undefined || steps.length === 0) return '';
  return `The eye goes from ${start} ${steps.map((step) => `to ${step}`).join(', then ')}.`;
}
