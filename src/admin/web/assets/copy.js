import { textOf } from './texts.js';

/**
 * Adds a button to each text to copy.
 *
 * @param {ParentNode} root
 */
export function addCopyButtons(root) {
  for (const text of root.querySelectorAll('[data-copy]')) {
    if (text.parentElement?.querySelector('[data-copies]') !== null) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'small';
    button.dataset['copies'] = '';
    button.textContent = textOf('copy');
    text.after(button);
  }
}

export function copyOnClick() {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-copies]') : null;
    const text = button?.parentElement?.querySelector('[data-copy]');
    if (button === null || text === null || text === undefined) return;
    const isCopied = await copy(text);
    button.textContent = textOf(isCopied ? 'copied' : 'notCopied');
    setTimeout(() => (button.textContent = textOf('copy')), 2_000);
  });
}

/**
 * Copies the text of an element. Without the permission of the browser, it selects the text, so that one key copies it.
 *
 * @param {Element} element
 */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return false;
  }
}
