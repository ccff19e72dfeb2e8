/**
 * Input numbers of Kokoro-82M v1.0 for the sounds of English and for punctuation, after `config.json` of the model.
 * The capital letters are diphthongs: A as in day, I as in eye, O and Q as in go (American and British), W as in how, Y
 * as in boy.
 */
const tokenOf: Readonly<Record<string, number>> = {
  ...{ ';': 1, ':': 2, ',': 3, '.': 4, '!': 5, '?': 6, '—': 9, '…': 10, '"': 11, '(': 12, ')': 13, ' ': 16 },
  ...{ A: 24, I: 25, O: 31, Q: 33, W: 39, Y: 41, ᵊ: 42 },
  ...{ a: 43, ɑ: 69, ɒ: 71, æ: 72, ɔ: 76, ə: 83, ɛ: 86, ɜ: 87, i: 51, ɪ: 102, u: 63, ʊ: 135, ʌ: 138, ᵻ: 177 },
  ...{ b: 44, d: 46, f: 48, ɡ: 92, h: 50, j: 52, k: 53, l: 54, m: 55, n: 56, ŋ: 112, p: 58, ɹ: 123, ɾ: 125 },
  ...{ s: 61, ʃ: 131, t: 62, θ: 119, ð: 81, v: 64, w: 65, z: 68, ʒ: 147, ʤ: 82, ʧ: 133 },
  ...{ ˈ: 156, ˌ: 157, ː: 158 },
};

/** Largest number of tokens that the model takes at once, without the zeros at both ends. */
export const tokensMax = 510;

/** Returns the input numbers of phonemes. Sounds that English does not have are left out. */
export const tokensOf = (phonemes: string): number[] => Array.from(phonemes).flatMap((sound) => tokenOf[sound] ?? []);
