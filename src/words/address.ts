/** Matches a web address, a mail address or a telephone number. */
export const address =
  /https?:\/\/\S*|www\.\S+|[^\s@]{1,64}@[^\s@]{1,255}\.\p{L}{2,}|(?<![\p{L}\d])(?:[\w-]{1,63}\.){1,5}(?:com|net|org|io|co|shop|app|de|fr|es|it|jp|uk|eu|ai|example)\b(?:\/\S*)?|(?:\+|\b0)\d[\d\s()/-]{6,}\d/giu;
