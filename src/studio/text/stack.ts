import type { Layer, TextBlock, TextRole } from '../scene.ts';
import type { Box } from '../box.ts';
import type { Format } from '../format.ts';
import { isLimiting } from '../../words/qualified-price.ts';
import { type ListBlock, type ListColors, type ListSetting, setList } from './list-block.ts';
import { type ColumnSizes, sizesFor } from './column-sizes.ts';
import { readingOrder } from './reading-order.ts';
import { type BreakWords, place, type SetText, type Typesetter, type Options } from './typesetter.ts';

export interface StackColors {
  headline: string;
  support: string;
  offer: string;
  button: { fill: string; text: string };
  /** Colour of thin lines. Default: that of `support`. */
  rule?: string;
}

/** A list that stands in the place of the text of its role; one of the role `detail` stands below the subheadline. */
export interface StackList extends Pick<ListSetting, 'role' | 'rows' | 'style'> {
  /** Largest size of its type, in type units. */
  sizeMax: number;
}

export type ButtonShape = 'pill' | 'box' | 'link';

export interface StackOptions {
  zone: Box;
  anchor: 'top' | 'middle' | 'bottom';
  align: 'start' | 'center';
  colors: StackColors;
  button: ButtonShape;
  boost?: number | undefined;
  /** Text that is the main element of the ad, in much larger type than the headline. */
  hero?: 'price' | 'offer' | 'subheadline' | undefined;
  /** Largest size of the hero, in type units. Default: 38. */
  heroMax?: number | undefined;
  /** List to set. Default: the list in the copy, as small rows or, if there is no room for them, on one line. */
  list?: StackList | null | undefined;
  /** Texts to show. Default: all texts. */
  only?: readonly TextRole[] | undefined;
  /** True for a column that is worth nothing without all its texts: no text is left out. Default: false. */
  keepsAll?: boolean | undefined;
  /** True if the offer, which may limit the price, is set outside the column and next to it. Default: false. */
  limitIsNear?: boolean | undefined;
  /**
   * True to distribute free height over the gaps between the texts, up to a limit. If false, the gaps keep their usual
   * height, and the free height stays outside the column.
   */
  spread?: boolean;
}

export interface Stack {
  texts: TextBlock[];
  layers: Layer[];
  /**
   * Box of the column of texts, from the upper edge of the capitals in its first line to the lower edge of its last
   * element.
   */
  bounds: Box;
  dropped: TextRole[];
}

/**
 * One text or button of the column. `height` is its visible height in pixels, without the empty space that a line box
 * has above and below the letters.
 */
interface Item {
  role: TextRole;
  set: SetText;
  height: number;
  width: number;
  button: boolean;
  /** Lines of a list. Its first text is `set`. */
  block?: ListBlock;
}

/**
 * Texts that may be left out if the area is too small, in the order in which they are left out. The headline is never
 * left out.
 */
const droppable: readonly TextRole[] = ['subheadline', 'offer', 'price', 'cta'];

/**
 * Returns a column of texts (offer, headline, subheadline, price, button), as large as the area allows. If the area is
 * too small, the headline shrinks first, then the subheadline shrinks, and then texts are left out. Returns null if not
 * even the headline fits.
 */
export function stack(type: Typesetter, format: Format, options: StackOptions): Stack | null {
  const named = readingOrder(options.hero, {
    hasPrice: type.has('price'),
    offerLeads: type.leans('offer'),
  }).filter((role) =>
    role === 'detail' ? options.list?.role === role : type.has(role) && (options.only?.includes(role) ?? true),
  );
  const limited = (roles: readonly TextRole[]) => (options.limitIsNear === true ? roles : withLimit(roles, type));
  const wanted = limited(named);
  const goneMax = options.keepsAll === true ? 0 : droppable.length;
  for (let gone = 0; gone <= goneMax; gone++) {
    const dropped = wanted.filter((role) => role !== options.hero && droppable.slice(0, gone).includes(role));
    if (gone > 0 && dropped.length === 0) continue;
    const kept = limited(wanted.filter((role) => !dropped.includes(role)));
    if (options.hero !== undefined && !kept.includes(options.hero)) continue;
    const items = fittedItems(type, format, options, kept);
    if (items !== null)
      return { ...arrange(items, format, options), dropped: wanted.filter((role) => !kept.includes(role)) };
  }
  return null;
}

/** Size of the rows of a list in the copy, in type units. */
const rowsMax = 4;

function fittedItems(
  type: Typesetter,
  format: Format,
  options: StackOptions,
  roles: readonly TextRole[],
): Item[] | null {
  const own = type.details.list;
  if (options.list !== undefined || own === null) return fit(type, format, options, roles);
  const list: StackList = { ...own, style: 'rows', sizeMax: rowsMax };
  const asRows = fit(type, format, { ...options, list }, roles);
  const isOneLine = options.keepsAll !== true || format.shape === 'banner';
  return asRows ?? (isOneLine ? fit(type, format, options, roles) : null);
}

/** Returns the texts to set: without the price if the offer that limits it, such as `First month`, is not among them. */
const withLimit = (roles: readonly TextRole[], type: Typesetter): readonly TextRole[] =>
  type.has('offer') && !roles.includes('offer') && isLimiting(type.texts.offer)
    ? roles.filter((role) => role !== 'price')
    : roles;

/** Smallest size of a headline with better lines, compared with the largest that fits. */
const betterLinesMin = 0.5;

/**
 * Returns the texts at the largest sizes that fit. If the lines of the largest texts are poor, such as four lines of one
 * word each, smaller sizes with better lines are preferred.
 */
function fit(type: Typesetter, format: Format, options: StackOptions, roles: readonly TextRole[]): Item[] | null {
  if (roles.length === 0) return [];
  let largest: { items: Item[]; headline: number } | undefined;
  for (const sizes of sizesFor(type, options.boost)) {
    if (largest !== undefined && isMuchSmaller(sizes, largest)) break;
    const items = itemsAt(sizes, roles, { type, format, options, breakWords: sizes.breakWords });
    if (items === null) continue;
    if (!items.some((item) => isPoor(item, options))) return items;
    largest ??= { items, headline: sizes.headline };
  }
  return largest?.items ?? null;
}

const isMuchSmaller = ({ headline, breakWords }: ColumnSizes, largest: { headline: number }): boolean =>
  breakWords !== undefined || headline < betterLinesMin * largest.headline;

/** Returns the texts in these sizes; null if they do not fit. */
function itemsAt({ headline, part }: ColumnSizes, roles: readonly TextRole[], setting: Setting): Item[] | null {
  const { format, options } = setting;
  const items = roles.map((role) => itemFor(role, headline, part, setting));
  const whole = items.filter((item) => item !== null);
  if (whole.length < items.length || heightOf(whole, format) > usable(whole, format, options.zone).height) return null;
  return whole;
}

const isPoor = ({ role, set }: Item, { hero }: StackOptions): boolean =>
  set.isPoor === true && (role === 'headline' || role === hero);

interface Setting {
  type: Typesetter;
  format: Format;
  options: StackOptions;
  breakWords: BreakWords | undefined;
}

function itemFor(role: TextRole, headline: number, part: number, setting: Setting): Item | null {
  if (role === 'cta') return actionFor(setting, part);
  if (role === setting.options.list?.role) return listFor(setting.options.list, part, setting);
  const set = setting.type.set(role, optionsFor(role, headline, part, setting));
  return set === null ? null : { role, set, height: set.height, width: set.width, button: false };
}

/** Smallest size of the type of a list, in type units. */
const listMin = 2.6;
/** Part of the full size below which a row may have two lines. */
const twoLinesBelow = 0.6;

function listFor({ sizeMax, ...list }: StackList, part: number, { type, format, options }: Setting): Item | null {
  const mark = options.button === 'pill' ? 'disc' : options.button === 'box' ? 'square' : 'dash';
  const size =
    Math.max(Math.min(listMin, sizeMax), sizeMax * (list.style === 'date' ? part : Math.sqrt(part))) * format.type;
  const linesMax = part < twoLinesBelow ? 2 : 1;
  const block = setList(type, { ...list, size, width: options.zone.width, linesMax, mark });
  if (block === null) return null;
  return { role: list.role, set: block.first, height: block.height, width: block.width, button: false, block };
}

function optionsFor(
  role: TextRole,
  headline: number,
  part: number,
  { type, format, options, breakWords }: Setting,
): Options {
  const width = options.zone.width;
  const at = (size: number) => ({ size: size * format.type, width });
  if (role === options.hero)
    return {
      face: 'display',
      ...at(Math.max(9, (options.heroMax ?? 38) * part)),
      linesMax: role === 'price' ? 1 : 2,
      leading: Math.max(1, type.face.writingSystem.leadingMin),
    };
  if (role === 'headline')
    return { face: 'display', ...at(headline), linesMax: linesFor(type.letterCount('headline')), breakWords };
  if (role === 'price') return { face: 'display', ...at(Math.max(4, Math.min(7, headline * 0.8))), linesMax: 1 };
  if (role === 'offer')
    return {
      face: 'strong',
      ...at(options.hero === undefined ? Math.max(2.8, 4.2 * Math.max(part, 0.7)) : 3.7),
      linesMax: 3,
      breakWords,
    };
  return supportOptions(type.letterCount('subheadline'), { headline, part, unit: format.type, width, breakWords });
}

interface SupportRoom {
  headline: number;
  part: number;
  unit: number;
  width: number;
  breakWords: BreakWords | undefined;
}

function supportOptions(characters: number, { headline, part, unit, width, breakWords }: SupportRoom): Options {
  const usual = Math.min(4.4, Math.max(3.4, headline * 0.36));
  const size = Math.max(2.5, usual * (part < 0.5 ? 0.82 : 1) * (characters > 160 ? 0.82 : 1)) * unit;
  return { face: 'text', size, width: Math.min(width, size * 23), linesMax: characters > 120 ? 12 : 3, breakWords };
}

const linesFor = (letters: number) => (letters > 220 ? 16 : letters > 110 ? 8 : 4);

/** Distance between the baseline of an underlined action and the lower edge of its line, in em. */
export const lineDrop = 0.55;

function actionFor({ type, format, options, breakWords }: Setting, part: number): Item | null {
  for (const size of part > 0.6 ? [3.5, 3.2, 2.9] : [3.2, 2.8]) {
    const px = size * format.type;
    const padding = options.button === 'link' ? 0 : px * 1.15;
    const set = type.set('cta', { face: 'strong', size: px, width: options.zone.width - 2 * padding, linesMax: 1 });
    if (set !== null && type.letterCount('cta') <= 34)
      return {
        role: 'cta',
        set,
        height: options.button === 'link' ? set.height + px * lineDrop : px * 2.5,
        width: set.width + 2 * padding,
        button: true,
      };
  }
  const set = type.set('cta', {
    face: 'strong',
    size: 2.8 * format.type,
    width: options.zone.width,
    linesMax: 6,
    breakWords,
  });
  return set === null ? null : { role: 'cta', set, height: set.height, width: set.width, button: false };
}

function gapAfter(item: Item, next: Item, format: Format): number {
  const unit = format.type;
  const { below, size } = lastOf(item);
  const beyond = Math.max(0, below - 0.26 * size) + Math.max(0, next.set.above - 0.14 * next.set.size);
  return (
    beyond +
    (item.block === undefined && next.block === undefined ? plainGap(item, next, unit) : listGap(item, next, unit))
  );
}

const lastOf = ({ set, block }: Item): SetText => block?.last ?? set;

/** Returns the distance before or after a list: more than between its rows, also if its type is large. */
const listGap = (item: Item, next: Item, unit: number): number =>
  Math.max(unit * 4.8, Math.min(unit * 7, (item.block?.last ?? next.set).size * 1.3, lastOf(item).size * 1.3));

function plainGap(item: Item, next: Item, unit: number): number {
  if (next.role === 'cta') return unit * (next.button ? 5 : 4) + (item.set.size > 8.5 * unit ? item.set.size * 0.1 : 0);
  if (item.role === 'offer' && item.set.size <= 8.5 * unit) return Math.max(unit * 2.6, next.set.size * 0.3);
  if (item.set.size > 8.5 * unit && item.role !== 'headline') return Math.max(unit * 4, item.set.size * 0.24);
  if (item.role === 'headline') return Math.max(unit * 3.4, item.set.size * 0.5, next.set.size * 0.26);
  return unit * 3.4;
}

/**
 * Returns the part of the area that the column of texts may fill. Above the first line and below the last line, room is
 * kept free for accents and descenders, except where the margins of the ad already provide this room.
 */
function usable(items: readonly Item[], format: Format, zone: Box): Box {
  const [first, last] = [items[0], items.at(-1)];
  const margin = 2.5 * format.u;
  const above =
    first === undefined || first.button ? 0 : Math.max(0, first.set.above - (format.zones === null ? margin : 0));
  const below =
    last === undefined || last.button ? 0 : Math.max(0, lastOf(last).below - (format.zones === null ? margin : 0));
  return { ...zone, y: zone.y + above, height: zone.height - above - below };
}

function heightOf(items: readonly Item[], format: Format): number {
  return items.reduce((sum, item, i) => {
    const next = items[i + 1];
    return sum + item.height + (next === undefined ? 0 : gapAfter(item, next, format));
  }, 0);
}

function arrange(items: readonly Item[], format: Format, options: StackOptions): Omit<Stack, 'dropped'> {
  const { anchor, align } = options;
  const zone = usable(items, format, options.zone);
  const tight = heightOf(items, format);
  const air = options.spread === true ? airFor(items, zone.height - tight, format) : 0;
  const height = tight + air * (items.length - 1);
  const spare = zone.height - height;
  let top = zone.y + (anchor === 'top' ? 0 : anchor === 'bottom' ? spare : spare / 2);
  const bounds: Box = { x: zone.x, y: top, width: Math.max(0, ...items.map((item) => item.width)), height };
  if (align === 'center') bounds.x = zone.x + (zone.width - bounds.width) / 2;
  const texts: TextBlock[] = [];
  const layers: Layer[] = [];
  items.forEach((item, i) => {
    const x = align === 'center' ? zone.x + (zone.width - item.width) / 2 : zone.x;
    if (item.button) layers.push(buttonLayer(item, { x, top }, options));
    if (item.block === undefined) texts.push(textOf(item, { x, top, height: item.height }, options));
    else {
      const list = item.block.place({ x, top }, listColors(options));
      texts.push(...list.texts);
      layers.push(...list.layers);
    }
    const next = items[i + 1];
    top += item.height + (next === undefined ? 0 : air + gapAfter(item, next, format));
  });
  return { texts, layers, bounds };
}

const listColors = ({ colors: { headline, support, offer, rule = support } }: StackOptions): ListColors => ({
  ...{ label: headline, value: offer, rule, mark: offer },
});

/**
 * Returns the additional height of each gap between the texts. All gaps together get a third of the free height. The
 * additional height of a gap is limited, so that the column still looks like one group.
 */
function airFor(items: readonly Item[], spare: number, format: Format): number {
  return items.length < 2 ? 0 : Math.max(0, Math.min(spare / 3 / (items.length - 1), 3 * format.type));
}

function buttonLayer(item: Item, { x, top }: { x: number; top: number }, options: StackOptions): Layer {
  const color = options.button === 'link' ? options.colors.headline : options.colors.button.fill;
  if (options.button === 'link') {
    const thick = Math.max(1, Math.round(item.set.size * 0.07));
    return {
      kind: 'fill',
      element: 'shape',
      radius: 0,
      color,
      box: { x, y: top + item.height - thick, width: item.width, height: thick },
    };
  }
  const radius = options.button === 'pill' ? item.height / 2 : item.set.size * 0.28;
  return { kind: 'fill', element: 'button', radius, color, box: { x, y: top, width: item.width, height: item.height } };
}

function textOf(
  item: Item,
  { x, top, height }: { x: number; top: number; height: number },
  { colors, align, zone, button }: StackOptions,
): TextBlock {
  if (item.button && button !== 'link') {
    return place(
      item.set,
      { x, top: top + (height - item.set.height) / 2, width: item.width },
      { color: colors.button.text, align: 'center' },
    );
  }
  const color =
    item.role === 'headline' || item.role === 'cta'
      ? colors.headline
      : item.role === 'subheadline'
        ? colors.support
        : colors.offer;
  const start = align === 'center' ? zone.x + (zone.width - item.set.width) / 2 : zone.x;
  return place(item.set, { x: start, top, width: item.set.width }, { color, align });
}
