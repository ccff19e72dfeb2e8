import { type Box, type Edge, type Size, flipped } from './box.ts';
import type { CutOut } from './photo/cut-out.ts';
import type { OpenPicture } from './photo/open.ts';

export interface TextStyle {
  /** Names of font families as the text engine knows them, the preferred family first. */
  families: string[];
  weight: number;
  /** Extra space between letters, in em. */
  tracking: number;
  /** OpenType features of the text, in CSS syntax. */
  features?: string;
  /** Values for the axes of a variable font that the weight does not set, in CSS syntax. */
  variations?: string;
}

/** Parts of the copy, the name of the brand, and other texts: facts and captions. */
export type TextRole = 'headline' | 'subheadline' | 'cta' | 'offer' | 'price' | 'signature' | 'detail';

/** A text with its lines and type size. `box` encloses the lines; parts of letters may extend beyond it. */
export interface TextBlock {
  role: TextRole;
  lines: string[];
  box: Box;
  size: number;
  /** Distance between the baselines of two successive lines, in pixels. */
  leading: number;
  style: TextStyle;
  color: string;
  align: 'start' | 'center';
  /** Edge of `box` at which lines begin, if they are not centred. */
  side: 'left' | 'right';
  direction: 'ltr' | 'rtl';
  /** True if a word is broken across two lines. */
  breaksWord?: true;
  /** True for a headline whose lines would read better in smaller type. */
  isPoor?: true;
}

/** Corners of a box that are round. `top` gives the shape of an arch. */
export type Corners = 'all' | 'top';

export type Layer =
  | {
      kind: 'fill';
      box: Box;
      color: string;
      radius: number;
      element: 'panel' | 'button' | 'badge' | 'shape';
      /** `top`: only the upper corners are round. Default: `all`. */
      corners?: Corners;
    }
  | { kind: 'gradient'; box: Box; from: string; to: string; toward: Edge | 'center' }
  | { kind: 'photo'; box: Box; picture: OpenPicture; crop: Box; radius: number; corners?: Corners }
  | { kind: 'product'; box: Box; cutOut: CutOut; shadow: string | null }
  /**
   * Translucent layer along one edge of the canvas, on which text is readable. The layer has full strength over `solid`
   * pixels from the edge and then fades out over `fade` pixels.
   */
  | { kind: 'scrim'; edge: Edge; solid: number; fade: number; color: string; strength: number }
  | { kind: 'logo'; box: Box; logo: CutOut };

export type LayerOf<Kind extends Layer['kind']> = Extract<Layer, { kind: Kind }>;

/** Layers with their texts, such as a logo with the name of the brand, or a column of texts. */
export type Group = Pick<Scene, 'layers' | 'texts'>;

export interface Scene extends Size {
  layout: string;
  /**
   * Layers in the order in which they are painted. The first layer covers the whole canvas. Texts are painted after all
   * layers.
   */
  layers: Layer[];
  texts: TextBlock[];
  dropped: TextRole[];
}

const opposite: Record<Edge, Edge> = { left: 'right', right: 'left', top: 'top', bottom: 'bottom' };

/** Returns the ad mirrored for right-to-left text. The content of photos, products and logos is not mirrored. */
export function mirrored(scene: Scene): Scene {
  const flip = (box: Box): Box => flipped(box, scene.width);
  const layers = scene.layers.map((layer): Layer => {
    if (layer.kind === 'scrim') return { ...layer, edge: opposite[layer.edge] };
    if (layer.kind === 'gradient')
      return { ...layer, box: flip(layer.box), toward: layer.toward === 'center' ? 'center' : opposite[layer.toward] };
    return { ...layer, box: flip(layer.box) };
  });
  return { ...scene, layers, texts: scene.texts.map((text) => ({ ...text, box: flip(text.box) })) };
}

/** Moves layers and texts. `move` returns the new box of each. */
export function moved<G extends Group>(group: G, move: (box: Box) => Box): G {
  return {
    ...group,
    layers: group.layers.map((layer) => ('box' in layer ? { ...layer, box: move(layer.box) } : layer)),
    texts: group.texts.map((text) => ({ ...text, box: move(text.box) })),
  };
}

/** Adds layers and texts to a scene. */
export function joined(scene: Scene, { layers, texts, dropped = [] }: Group & Partial<Pick<Scene, 'dropped'>>): Scene {
  scene.layers.push(...layers);
  scene.texts.push(...texts);
  scene.dropped.push(...dropped);
  return scene;
}

/** Boxes of all texts and layers. */
export const thingsOf = ({ layers, texts }: Group): Box[] => [
  ...texts.map(({ box }) => box),
  ...layers.flatMap((layer) => ('box' in layer ? [layer.box] : [])),
];
