/** What is known about the compounds of a language. */
export interface Compounds {
  /**
   * Syllables that begin a word of a compound. A break before them is read more easily than a break after them:
   * `haftpflicht-versicherung`, not `haftpflichtver-sicherung`.
   */
  prefixes: ReadonlySet<string>;
  /** Matches a syllable that ends a word of a compound, such as one with a linking s: `Berufs-unfähigkeit`. */
  ends: RegExp;
  /** True if the words of a compound seldom end with a vowel. */
  endsClosed: boolean;
}

const linkingS = /[^aeiouyäöüåæø]s$/u;
const known = (prefixes: string, endsClosed = false): Compounds => ({
  prefixes: new Set(prefixes.split(' ')),
  ends: linkingS,
  endsClosed,
});

const norwegian = known('av an be for inn om opp over på ut');
const languages: Readonly<Record<string, Compounds>> = {
  de: known('ab an auf aus be bei durch ein ent er ge miss um un ver vor zer zu', true),
  nl: known('aan af be bij ge her om ont op uit ver voor', true),
  sv: known('av be för in om på ut upp'),
  da: known('af an be for ind om op over på ud'),
  nb: norwegian,
  nn: norwegian,
  no: norwegian,
};

const unknown: Compounds = { prefixes: new Set(), ends: /(?!)/u, endsClosed: false };

export const compoundsIn = (language: string): Compounds => languages[new Intl.Locale(language).language] ?? unknown;
