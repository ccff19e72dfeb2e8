import { switchChoices } from './choices.js';
import { addCopyButtons, copyOnClick } from './copy.js';
import { followChanges } from './live.js';
import { followLog } from './log.js';
import { updatePrices } from './price.js';
import { useShortcuts } from './shortcuts.js';
import { showTimes } from './times.js';

/**
 * Adds to a page what only a script can do. Everything here is an extra: each page works without it. Listeners are on
 * the document, so they also serve parts that a live update adds.
 *
 * @param {ParentNode} root
 */
function improve(root) {
  addCopyButtons(root);
  showTimes(root);
}

improve(document);
setInterval(() => showTimes(document), 10_000);
copyOnClick();
switchChoices(() => showTimes(document));
useShortcuts();
updatePrices();
followChanges(improve);
// Without the stream, the page still shows the lines that it contains.
followLog().catch(() => undefined);
