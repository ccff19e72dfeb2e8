/** Who made a picture or film: the name of a model, and whether the built-in studio stood in for another model. */
export interface Maker {
  model: string;
  degraded: boolean;
}

/** The built-in studio as the model that an installation uses by default. It stands in for no other model. */
export const studioMaker: Maker = { model: 'adwright-studio', degraded: false };
