/** The parts of `hyphenopoly` that this project uses; the package has no types of its own. */
declare module 'hyphenopoly' {
  export interface Config {
    require: readonly string[];
    hyphen: string;
    minWordLength: number;
    loader: (file: string, folder: URL) => Promise<Uint8Array>;
  }

  const hyphenopoly: {
    /** Returns a function for each required language that adds hyphens to the words of a text. */
    config: (config: Config) => Map<string, Promise<(text: string) => string>>;
  };
  export default hyphenopoly;
}
