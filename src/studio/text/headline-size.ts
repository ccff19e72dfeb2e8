/** Returns the range of sizes for a headline, in percent of the short side. Headlines with fewer words are larger. */
export function headlineSizes(words: number, characters: number): { max: number; min: number } {
  if (characters > 220) return { max: 4.4, min: 2.6 };
  if (characters > 110) return { max: 5.6, min: 3 };
  if (words <= 2) return { max: 22, min: 5 };
  if (words <= 5) return { max: 15, min: 5 };
  if (words <= 9) return { max: 11, min: 5 };
  return { max: 8, min: 4.2 };
}
