import type { Brief } from './brief.ts';
import { lastResort } from './layouts/full-bleed.ts';
import type { Layout, LayoutInput, Materials } from './layouts/layout.ts';
import { plain, plainLastSteps, type Plainness, plainWithPicture } from './layouts/plain.ts';
import { layouts } from './layouts/registry.ts';
import { statement } from './layouts/statement.ts';
import { mirrored, type Scene } from './scene.ts';
import { seededChoice, seededUnit } from './seeded.ts';
import { calmer, type Format } from './format.ts';
import type { Typesetter } from './text/typesetter.ts';

export interface Attempt {
  name: string;
  scene: () => Scene | null;
}

/**
 * Returns all ways to draw the ad, in the order in which they are tried: layouts with a picture, plain ads with a
 * picture, layouts of text alone, and the plainest ads. The last of these always passes every quality check. The
 * positions of the elements (the scene) are computed only when an ad is tried.
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

/** What a layout does with the texts, best first: all texts with whole words, all texts, some texts. */
const wordings = ['whole', 'broken', 'shortened'] as const;
export type Wording = (typeof wordings)[number];

export function wordingOf({ dropped, texts }: Scene): Wording {
  if (dropped.length > 0) return 'shortened';
  return texts.some(({ breaksWord }) => breaksWord === true) ? 'broken' : 'whole';
}

/**
 * Returns each layout several times. In the first round a layout is accepted only if it shows all texts without breaking
 * a word across lines, in the second round if it breaks words, and in the last round only if it leaves some texts out.
 * Therefore a layout with all texts and whole words is always preferred.
 */
function wordsFirst(all: readonly Candidate[]): Attempt[] {
  return wordings.flatMap((wording) =>
    all.map(({ layout, input }) => ({
      name: layout.name,
      scene: () => {
        const scene = layout.draw(input);
        return scene !== null && wordingOf(scene) === wording ? turned(input, scene) : null;
      },
    })),
  );
}

/**
 * Maximum that a pseudo-random number, made from the seed, adds to the score for how well a layout suits the ad. The
 * number varies the choice of layouts between jobs.
 */
const seedWeight = 0.25;

/**
 * Returns the layouts that suit the ad, best first. Each layout is followed by a variant of itself that passes the
 * quality checks more easily. `statement` is returned separately, because it is the only layout without a picture.
 */
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
