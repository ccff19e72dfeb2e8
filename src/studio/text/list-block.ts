import { allOf } from '../all-of.ts';
import type { Group, TextRole } from '../scene.ts';
import type { Row } from '../copy/lists.ts';
import { place, type SetText, type Typesetter } from './typesetter.ts';

/**
 * Ways to set a list. `rows`: one below the other, with prices at the far end and a thin line between two rows. `marks`:
 * each with a small mark before it. `figures`: side by side, divided by thin lines. `date`: a number in very large type
 * with words beside or below it.
 */
export type ListStyle = 'rows' | 'marks' | 'figures' | 'date';

export interface ListSetting {
  role: TextRole;
  rows: readonly Row[];
  style: ListStyle;
  /** Size of the type and width of the column, in pixels. */
  size: number;
  width: number;
  /** Maximum number of lines of a row. */
  linesMax: number;
  /** Shape of the marks. */
  mark: 'disc' | 'square' | 'dash';
}

export interface ListColors {
  label: string;
  value: string;
  /** Colour of the thin lines between rows. */
  rule: string;
  /** Colour of the marks. */
  mark: string;
}

/** A list that is broken into lines. Lengths are in pixels. */
export interface ListBlock {
  width: number;
  height: number;
  /** First and last text, for the distances to other texts. */
  first: SetText;
  last: SetText;
  place: (at: { x: number; top: number }, colors: ListColors) => Group;
}

/** Sets a list. Returns null if it does not fit its width. */
export function setList(type: Typesetter, setting: ListSetting): ListBlock | null {
  return ways[setting.style](type, setting);
}

type Way = (type: Typesetter, setting: ListSetting) => ListBlock | null;

/** Distances, as shares of the size of the type. */
const rowGap = 1.15;
const markGap = 0.95;
const valueGap = 1.2;
const ruleWidth = 0.045;

interface RowSet {
  label: SetText;
  value: SetText | null;
  height: number;
}

const rule = (size: number): number => Math.max(1, Math.round(size * ruleWidth));

const asRows: Way = (type, { role, rows, size, width, linesMax }) => {
  const sets = allOf(
    rows.map((row): RowSet | null => {
      const value =
        row.value === '' ? null : type.setText(row.value, role, { face: 'strong', size, width, linesMax: 1 });
      if (row.value !== '' && value === null) return null;
      const room = width - (value === null ? 0 : value.width + valueGap * size);
      const label = type.setText(row.label, role, { face: 'text', size, width: room, linesMax });
      return label === null ? null : { label, value, height: label.height };
    }),
  );
  return sets === null ? null : inRows(sets, { width, gap: rowGap * size });
};

function inRows(sets: readonly RowSet[], { width, gap }: { width: number; gap: number }): ListBlock | null {
  const [first, last] = [sets[0], sets.at(-1)];
  if (first === undefined || last === undefined) return null;
  const pitch = gap + Math.max(...sets.map(({ label }) => label.size * 0.25));
  const height = sets.reduce((sum, set) => sum + set.height, 0) + pitch * (sets.length - 1);
  return {
    ...{ width, height, first: first.label, last: last.label },
    place: ({ x, top }, colors) => {
      const group: Group = { layers: [], texts: [] };
      let y = top;
      for (const [at, { label, value, height: high }] of sets.entries()) {
        group.texts.push(place(label, { x, top: y, width: label.width }, { color: colors.label, align: 'start' }));
        if (value !== null) {
          const end = { x: x + width - value.width, top: y, width: value.width };
          group.texts.push(place(value, end, { color: colors.value, align: 'start' }));
        }
        y += high + pitch;
        if (at < sets.length - 1) {
          const thick = rule(label.size);
          const box = { x, y: Math.round(y - pitch / 2 - thick / 2 + 0.08 * label.size), width, height: thick };
          group.layers.push({ kind: 'fill', element: 'shape', box, color: colors.rule, radius: 0 });
        }
      }
      return group;
    },
  };
}

const asMarks: Way = (type, { role, rows, size, width, linesMax, mark }) => {
  const indent = markGap * size;
  const room = { face: 'text', size, width: width - indent, linesMax } as const;
  const sets = allOf(rows.map(({ label }) => type.setText(label, role, room)));
  const [first, last] = [sets?.[0], sets?.at(-1)];
  if (sets === null || first === undefined || last === undefined) return null;
  const gap = 0.95 * size;
  return {
    width: indent + Math.max(...sets.map((set) => set.width)),
    height: sets.reduce((sum, set) => sum + set.height, 0) + gap * (sets.length - 1),
    ...{ first, last },
    place: ({ x, top }, colors) => {
      const group: Group = { layers: [], texts: [] };
      let y = top;
      for (const set of sets) {
        const at = { x: x + indent, top: y, width: set.width };
        group.texts.push(place(set, at, { color: colors.label, align: 'start' }));
        const middle = y + Math.min(set.height, 0.72 * size) / 2;
        group.layers.push(markAt({ x, middle, size }, mark, colors.mark));
        y += set.height + gap;
      }
      return group;
    },
  };
};

function markAt(
  { x, middle, size }: { x: number; middle: number; size: number },
  mark: ListSetting['mark'],
  color: string,
): Group['layers'][number] {
  const side = mark === 'dash' ? 0.5 * size : 0.4 * size;
  const height = mark === 'dash' ? Math.max(2, 0.08 * size) : side;
  const box = { x, y: middle - height / 2, width: side, height };
  return { kind: 'fill', element: 'shape', box, color, radius: mark === 'disc' ? side / 2 : 0 };
}

const asFigures: Way = (type, { role, rows, size, width }) => {
  const gap = 0.8 * size;
  const set = (linesMax: number, room: number) =>
    allOf(rows.map((row) => figureOf(type, row, { role, size, width: room, linesMax })));
  const free = width - 2 * gap * (rows.length - 1);
  const oneLine = set(1, width);
  const isFitting = oneLine !== null && oneLine.reduce((sum, texts) => sum + widthOf(texts), 0) <= free;
  const sets = isFitting ? oneLine : set(2, free / rows.length);
  const [first, last] = [sets?.[0]?.[0], sets?.at(-1)?.at(-1)];
  if (sets === null || first === undefined || last === undefined) return null;
  const height = Math.max(...sets.map((texts) => heightOf(texts, size)));
  return {
    width: sets.reduce((sum, texts) => sum + widthOf(texts), 0) + 2 * gap * (sets.length - 1),
    ...{ height, first, last },
    place: ({ x: start, top }, colors) => {
      const group: Group = { layers: [], texts: [] };
      let x = start;
      for (const [at, texts] of sets.entries()) {
        let y = top;
        for (const set of texts) {
          group.texts.push(place(set, { x, top: y, width: set.width }, { color: colors.label, align: 'start' }));
          y += set.height + figureGap * size;
        }
        x += widthOf(texts) + 2 * gap;
        if (at === sets.length - 1) continue;
        const box = { x: Math.round(x - gap), y: top, width: rule(size), height };
        group.layers.push({ kind: 'fill', element: 'shape', box, color: colors.rule, radius: 0 });
      }
      return group;
    },
  };
};

const figureGap = 0.55;

const widthOf = (texts: readonly SetText[]): number => Math.max(...texts.map((set) => set.width));

const heightOf = (texts: readonly SetText[], size: number): number =>
  texts.reduce((sum, set) => sum + set.height, 0) + figureGap * size * (texts.length - 1);

/** Sets the number of a row large above its label, or the label alone. */
function figureOf(
  type: Typesetter,
  { label, value }: Row,
  { role, linesMax, ...room }: { role: TextRole; size: number; width: number; linesMax: number },
): SetText[] | null {
  const large = { face: 'display', ...room, linesMax, leading: 1.12 } as const;
  if (value === '') return allOf([type.setText(label, role, large)]);
  const small = { face: 'text', size: 0.66 * room.size, width: room.width, linesMax: 1 } as const;
  return allOf([type.setText(value, role, { ...large, linesMax: 1 }), type.setText(label, role, small)]);
}

/** Size of a number, as a multiple of the given size, and largest size of the words beside it, of those below it. */
const numberSize = 3.4;
const wordSize = { beside: 1.5, below: 1.25 } as const;
/** Height of a word, and distance between two words beside the number, as shares of the size of the words. */
const [wordHeight, wordGap] = [0.74, 0.36];
const besideGap = 0.16;
const lineGap = 0.22;

const asDate: Way = (type, setting) => beside(type, setting) ?? below(type, setting);

/** Sets the number of the list large, with the words beside it as high together as the number. */
const beside: Way = (type, { role, rows, size, width }) => {
  const number = rows.find(({ value }) => value !== '')?.value ?? '';
  const words = rows.flatMap(({ label }) => (label === '' ? [] : [label]));
  const display = { face: 'display', linesMax: 1, leading: 1 } as const;
  const large = type.setText(number, role, { ...display, size: numberSize * size, width });
  if (large === null || words.length === 0) return null;
  const gap = besideGap * large.size;
  const small = Math.min(
    wordSize.beside * size,
    large.height / (wordHeight * words.length + wordGap * (words.length - 1)),
  );
  const room = { ...display, size: small, width: width - large.width - gap };
  const sets = allOf(words.map((word) => type.setText(word, role, room)));
  const [first] = sets ?? [];
  if (sets === null || first === undefined) return null;
  const free = large.height - sets.reduce((sum, set) => sum + set.height, 0);
  const step = sets.length > 1 ? free / (sets.length - 1) : free;
  return {
    width: large.width + gap + Math.max(...sets.map((set) => set.width)),
    ...{ height: large.height, first: large, last: large },
    place: ({ x, top }, { value: color }) => {
      const start = x + large.width + gap;
      let y = sets.length > 1 ? top : top + free;
      const texts = sets.map((set) => {
        const text = place(set, { x: start, top: y, width: set.width }, { color, align: 'start' });
        y += set.height + step;
        return text;
      });
      return { layers: [], texts: [place(large, { x, top, width: large.width }, { color, align: 'start' }), ...texts] };
    },
  };
};

/** Sets the lines of the list one below the other, the number large. */
const below: Way = (type, { role, rows, size, width }) => {
  const sets = allOf(
    rows.map(({ label, value }) => {
      const options = { face: 'display', width, linesMax: 2, leading: 1.1 } as const;
      if (value === '') return type.setText(label, role, { ...options, size: wordSize.below * size });
      return fittedLine(type, value, { role, size: numberSize * size, width });
    }),
  );
  const [first, last] = [sets?.[0], sets?.at(-1)];
  if (sets === null || first === undefined || last === undefined) return null;
  const gaps = sets.slice(1).map((set, at) => lineGap * Math.max(sets[at]?.size ?? 0, set.size));
  return {
    width: Math.max(...sets.map((set) => set.width)),
    height: [...sets.map((set) => set.height), ...gaps].reduce((sum, each) => sum + each, 0),
    ...{ first, last },
    place: ({ x, top }, { value: color }) => {
      let y = top;
      const texts = sets.map((set, at) => {
        const text = place(set, { x, top: y, width: set.width }, { color, align: 'start' });
        y += set.height + (gaps[at] ?? 0);
        return text;
      });
      return { layers: [], texts };
    },
  };
};

/** Sets a text on one line, in a size of at most `size` in which it is not wider than the column. */
function fittedLine(
  type: Typesetter,
  text: string,
  { role, size, width }: { role: TextRole; size: number; width: number },
): SetText | null {
  const options = { face: 'display', width: Infinity, linesMax: 1, leading: 1 } as const;
  const probe = type.setText(text, role, { ...options, size });
  if (probe === null || probe.width <= width) return probe;
  return type.setText(text, role, { ...options, size: 0.98 * size * (width / probe.width) });
}

const ways: Readonly<Record<ListStyle, Way>> = { rows: asRows, marks: asMarks, figures: asFigures, date: asDate };
