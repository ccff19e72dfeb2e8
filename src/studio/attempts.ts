import type { Brief } from './brief.ts';
import { lastResort } from './layouts/full-bleed.ts';
import type { Layout, LayoutInput, Materials } from './layouts/layout.ts';
import { plain, plainLastSteps, type Plainness, plainWithPicture } from './layouts/plain.ts';
import { layouts } from './layouts/registry.ts';
import { statement } from './layouts/statement.ts';
import { mirrored, type Scene } from './scene.ts';
import { seededChoice, seededUnit } from './seeded.ts';
import type { Format } from './format.ts';
import type { Typesetter } from './text/typesetter.ts';

/** A way to lay out the ad; null where it does not suit. */
export interface Attempt {
  name: string;
  scene: () => Scene | null;
}

/**
 * Every way to draw the ad, best first: layouts with a picture, the plain one with it, type alone, the last plain steps.
 * The last of these breaks no rule. Laying out is cheap, painting is not, so scenes are made when their turn comes.
 */
export function attempts(
  brief: Brief,
  format: Format,
  materials: { materials: Materials; type: Typesetter },
): Attempt[] {
  const input = inputFor(brief, format, materials);
  const { pictured, ofType } = candidates(brief, format, { ...input, attempt: 0 });
  const plainly = (steps: readonly Plainness[]) =>
    steps.map((keeps): Attempt => ({
      name: 'plain',
      scene: () => turned(input, plain({ ...input, attempt: 0 }, keeps)),
    }));
  return [
    ...wordsFirst(pictured),
    ...plainly(pictured.length > 0 ? plainWithPicture : []),
    ...wordsFirst(ofType),
    ...plainly(plainLastSteps),
  ];
}

const turned = ({ rtl }: { rtl: boolean }, scene: Scene | null): Scene | null =>
  scene !== null && rtl ? mirrored(scene) : scene;

interface Candidate {
  layout: Layout;
  input: LayoutInput;
}

/** Each candidate with all of the words, before any that leaves some out. */
function wordsFirst(all: readonly Candidate[]): Attempt[] {
  return [true, false].flatMap((isWhole) =>
    all.map(({ layout, input }) => ({
      name: layout.name,
      scene: () => {
        const scene = layout.draw(input);
        return scene !== null && (scene.dropped.length === 0) === isWhole ? turned(input, scene) : null;
      },
    })),
  );
}

/** How much the seed may lift a layout over a better suited one. */
const seedWeight = 0.25;

/** Layouts in the order they are tried, each again in a safer way before the next; of type alone is `statement`. */
function candidates(brief: Brief, format: Format, input: LayoutInput): { pictured: Candidate[]; ofType: Candidate[] } {
  const ranked = layouts
    .map((layout) => ({ layout, suits: layout.suits(brief, input) }))
    .filter(({ suits }) => suits > 0)
    .map(({ layout, suits }) => ({
      layout,
      rank: suits + seedWeight * seededUnit(brief.seed, `layout ${layout.name}`),
    }))
    .sort((a, b) => b.rank - a.rank);
  const asked = ({ layout }: { layout: Layout }, attempt: number): Candidate => ({
    layout,
    input: { ...input, attempt, format: attempt === 0 ? format : calmer(format) },
  });
  const twice = (each: { layout: Layout }) => [asked(each, 0), asked(each, 1)];
  const pictured = ranked.filter(({ layout }) => layout !== statement);
  const ofType = ranked.filter(({ layout }) => layout === statement);
  return {
    pictured: [...pictured.flatMap(twice), ...pictured.map((each) => asked(each, lastResort))],
    ofType: ofType.flatMap(twice),
  };
}

function inputFor(
  brief: Brief,
  format: Format,
  { materials, type }: { materials: Materials; type: Typesetter },
): Omit<LayoutInput, 'attempt'> {
  const preferred =
    seededUnit(brief.seed, 'theme') < 0.8 ? brief.kit.prefers : brief.kit.prefers === 'light' ? 'dark' : 'light';
  const other = preferred === 'light' ? 'dark' : 'light';
  return {
    ...materials,
    format,
    type,
    roles: brief.kit[preferred],
    otherRoles: brief.kit[other],
    tone: brief.tone,
    noText: brief.noText,
    choose: (purpose, choices) => seededChoice(brief.seed, purpose, choices) ?? choices[0],
    rtl: type.face.writingSystem.direction === 'rtl',
  };
}

/** More room at head and foot, for the second try. */
function calmer(format: Format): Format {
  const by = 2.5 * format.u;
  return { ...format, safe: { ...format.safe, y: format.safe.y + by, height: format.safe.height - 2 * by } };
}
