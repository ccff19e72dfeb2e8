import { textsIn } from '../../../layouts/field.ts';
import { moved, type Scene, type TextRole, thingsOf } from '../../../scene.ts';
import { type Ground } from '../../../layouts/grounds.ts';
import { type Box, bottomOf, topOf } from '../../../box.ts';
import { contrastOf, mostReadable } from '../../../color.ts';
import { filmHero } from './film-hero.ts';
import { place } from '../../../text/typesetter.ts';
import type { LayoutInput } from '../../../composition.ts';

const aligns = {
  bold: ['start', 'start'],
  technical: ['start', 'start'],
  elegant: ['center', 'start'],
  friendly: ['start', 'center'],
  natural: ['start', 'center'],
  playful: ['center', 'start'],
} as const satisfies Record<LayoutInput['tone'], readonly ['start' | 'center', 'start' | 'center']>;

/** Alignment of the texts of a film. */
export const alignFor = ({ choose, tone }: LayoutInput): 'start' | 'center' => choose('text align', aligns[tone]);

/** Factor of the size of headlines by tone: a bold film has large headlines, an elegant film small ones. */
const loudness = { bold: 1.15, playful: 1.08, friendly: 1, technical: 0.95, natural: 0.98, elegant: 0.92 } as const;

export interface WordsOptions {
  area: Box;
  ground: Ground;
  anchor: 'top' | 'middle' | 'bottom';
  align?: 'start' | 'center';
  boost: number;
}

/**
 * Returns the texts of a shot as a scene without a ground: the headline or, for a deal, the price or percentage in very
 * large type with the offer on a badge. Returns null if the texts do not fit.
 */
export function wordsIn(
  input: LayoutInput,
  { area, ground, anchor, align = 'start', boost }: WordsOptions,
): Scene | null {
  const { type, format } = input;
  const hero = filmHero(type.texts, input.largest);
  const badge = badgeRole(input, hero);
  const badgeRoom = badge === null ? 0 : 13 * format.type;
  const field = {
    area: { ...area, height: area.height - badgeRoom },
    ground,
    mark: null,
    anchor,
    align,
    boost: boost * loudness[input.tone],
    limitIsNear: badge === 'offer',
  } as const;
  const only: TextRole[] = hero === null ? ['headline'] : ['headline', hero];
  const words = textsIn(input, {
    ...field,
    only,
    ...(hero === null ? {} : { hero, boost: 0.62 * Math.max(1, boost) }),
  });
  if (words === null) return null;
  if (badge !== null && !addBadge(input, words, { badge, area, ground, align })) return null;
  return anchor === 'top' ? words : anchored(words, area, anchor);
}

function badgeRole({ type }: LayoutInput, hero: TextRole | null): TextRole | null {
  if (hero !== 'offer' && type.has('offer')) return 'offer';
  return hero !== 'price' && type.has('price') ? 'price' : null;
}

interface Badge {
  badge: TextRole;
  area: Box;
  ground: Ground;
  align: 'start' | 'center';
}

/** Sizes of the text on a badge, in type units. */
const badgeSizes = [4.6, 4, 3.5, 3, 2.7] as const;

function addBadge(input: LayoutInput, words: Scene, { badge, area, ground, align }: Badge): boolean {
  const { type, format, roles, tone } = input;
  const fill = contrastOf(roles.accent, ground.color) >= 1.35 ? roles.accent : ground.colors.headline;
  const ink = mostReadable(fill, [roles.ink, roles.surface, ground.color, '#ffffff', '#111111']);
  const below = bottomOf(thingsOf(words), area.y) + 3 * format.type;
  for (const size of badgeSizes) {
    const px = size * format.type;
    const set = type.set(badge, { face: 'strong', size: px, width: area.width - 2 * px, linesMax: size > 3 ? 1 : 3 });
    if (set === null) continue;
    const box = { x: area.x, y: below, width: set.width + 2 * px, height: set.height + 1.5 * px };
    if (align === 'center') box.x = area.x + (area.width - box.width) / 2;
    const radius =
      tone === 'bold' || tone === 'technical' || tone === 'elegant' ? 0.25 * px : Math.min(box.height / 2, 1.2 * px);
    words.layers.push({ kind: 'fill', element: 'button', box, color: fill, radius });
    const at = { x: box.x, top: box.y + (box.height - set.height) / 2, width: box.width };
    words.texts.push(place(set, at, { color: ink, align: 'center' }));
    return true;
  }
  return false;
}

/** Moves texts with a badge to the middle or the foot of their area. */
function anchored(words: Scene, area: Box, anchor: 'middle' | 'bottom'): Scene {
  const boxes = thingsOf(words);
  if (boxes.length === 0 || words.layers.length === 0) return words;
  const spare = area.y + area.height - bottomOf(boxes);
  const head = topOf(boxes) - area.y;
  const dy = anchor === 'bottom' ? spare : (spare - head) / 2;
  return shifted(words, 0, dy);
}

/** Moves texts with their buttons. */
export const shifted = (words: Scene, dx: number, dy: number): Scene =>
  moved(words, (box) => ({ ...box, x: box.x + dx, y: box.y + dy }));
