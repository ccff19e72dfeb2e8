/** Matches a text in quotation marks. The group is the text. */
export const quoted = /["“„«「]([^"“”„«»「」]{2,120})["”“»」]/u;
