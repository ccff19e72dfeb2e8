import type { SceneRole, SceneSubject } from '../../schema/film-script.ts';

/** Content of one scene before it has a length. */
export interface Beat {
  role: SceneRole;
  say: string;
  /** Texts on the screen, one after the other, separated by `\n`. */
  show: string;
  subject: SceneSubject;
}

/** One thing that a film may say, with its worth. */
export interface Point {
  role: 'benefit' | 'proof';
  worth: number;
  /** Position in the request and the pages. */
  order: number;
}

/** Scenes that name the product, for a film whose other scenes do not name the product. */
interface Naming {
  name: string;
  /** Scene that says the name. Takes the place of a scene without words, if the film has one. */
  beat: Beat;
  endings: Beat[];
}

/** Everything that a script may contain. The plan chooses what fits the duration. */
export interface Draft<P extends Point> {
  language: string;
  opening: Beat;
  /** Best first. */
  points: P[];
  /** Returns at most `scenesMax` scenes that say the points. */
  compose: (points: readonly P[], scenesMax: number) => Beat[];
  offer: Beat | null;
  /** Possible end cards, best first. Each has less text than the one before. There is at least one. */
  endings: Beat[];
  /** The end cards to use if no other scene says the name of the product. Null if the name is not needed. */
  naming: Naming | null;
  /** Scene without words, used to reach the least number of scenes. */
  picture: Beat;
  /** True if the film has a voice. A film without one shows what the voice would say. */
  hasVoice: boolean;
  /** Factor on the time that the voice needs: above 1 for a calm film. */
  slowness: number;
}
