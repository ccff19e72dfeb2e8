/** @type {Record<string, string>} Texts of the catalogue, which the page contains. */
const texts = JSON.parse(document.body.dataset['texts'] ?? '{}');

/** @param {string} name */
export function textOf(name) {
  return texts[name] ?? '';
}
