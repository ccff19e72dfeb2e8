import type { BrandShape } from './brand-kit/brand-shape.ts';
import { type Box, flipped } from './box.ts';
import type { ColorRoles, GroundStyle, Tone } from './brief.ts';
import type { Direction } from '../schema/direction.ts';
import type { Format } from './format.ts';
import type { CutOut } from './photo/cut-out.ts';
import type { Logo } from './photo/logo.ts';
import type { OpenPicture } from './photo/open.ts';
import type { Scene } from './scene.ts';
import type { Typesetter } from './text/typesetter.ts';

export interface Materials {
  photo: OpenPicture | null;
  product: CutOut | null;
  productPicture: OpenPicture | null;
  logo: Logo | null;
  /** All pictures that were opened, best first: `photo` and `productPicture` are among them. */
  all: readonly OpenPicture[];
}

/** Materials and settings for the composition of one picture: an image ad or a shot of a film. */
export interface LayoutInput extends Materials {
  format: Format;
  type: Typesetter;
  roles: ColorRoles;
  otherRoles: ColorRoles;
  /** True if the direction asks for a light or a dark ad, so that `otherRoles` must not colour the ground. */
  fixedTheme: boolean;
  /** Ground of the ad: the same for every layout and every aspect ratio of a job. Ground of the shot in a film. */
  groundStyle: GroundStyle;
  tone: Tone;
  noText: boolean;
  /** Language of the texts, as a BCP-47 tag. */
  language: string;
  /** Element that the direction wants to be the largest; undefined if it names none. */
  largest: Direction['largest'];
  /**
   * Selects one of the choices by the ad's random seed. Within a job, the same purpose gives the same choice for every
   * aspect ratio.
   */
  choose: <T>(purpose: string, choices: readonly [T, ...T[]]) => T;
  /**
   * True if the finished ad will be mirrored for right-to-left text. Photos are not mirrored, so a layout that measures
   * a photo under a text must measure the mirrored position.
   */
  rtl: boolean;
  /**
   * Number of earlier tries of this composition for the same picture. If the first try (0) fails a quality check, the
   * composition is drawn again with 1, which gives a calmer and safer one, and at last with `lastResort`.
   */
  attempt: number;
  shape: BrandShape;
  /** Number of the shot in its film. 0 for an image. */
  index: number;
  /** Number of earlier shots with the same picture. 0 for an image. */
  repeats: number;
  /** Vertical position, in pixels, below which no product stands. */
  floor: number;
  /** Place of the captions below the safe area. Null for an image, and for a shot without captions. */
  captionPlace: Box | null;
}

/** Value of `attempt` for the third and last try of a composition, before the much simpler plain ads are tried. */
export const lastResort = 2;

/**
 * A way to compose a picture on canvases of all shapes: a layout of image ads or a shot of films. Either may use the
 * compositions of the other. `draw` returns null if the composition does not suit its input.
 */
export interface Composition {
  name: string;
  draw: (input: LayoutInput) => Scene | null;
}

/** In a story, a product extends into the zone of the phone's controls, so that the lower fifth is not empty. */
export const floorOf = ({ height, zones, u }: Format): number => height - (zones === null ? 6 * u : zones.bottom * 0.4);

/**
 * Returns where a box of a composition is in the finished ad, which is mirrored for right-to-left text. What a photo
 * shows under the box is measured there.
 */
export const inFinishedAd = (box: Box, { rtl, format }: Pick<LayoutInput, 'rtl' | 'format'>): Box =>
  rtl ? flipped(box, format.width) : box;
