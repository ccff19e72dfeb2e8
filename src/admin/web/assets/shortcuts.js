/** Time within which the second key of a shortcut such as `g j` must follow. */
const sequenceMs = 1_500;
const storageKey = 'adwright-shortcuts';

/** Runs the shortcuts that the dialog of the page lists. A checkbox in the dialog turns them off. */
export function useShortcuts() {
  const dialog = document.getElementById('shortcuts');
  if (!(dialog instanceof HTMLDialogElement)) return;
  const checkbox = dialog.querySelector('input[type="checkbox"]');
  if (checkbox instanceof HTMLInputElement) {
    checkbox.checked = isOn();
    checkbox.addEventListener('change', () => localStorage.setItem(storageKey, checkbox.checked ? 'on' : 'off'));
  }
  for (const opener of document.querySelectorAll('[data-opens-shortcuts]')) {
    if (opener instanceof HTMLElement) opener.hidden = false;
    opener.addEventListener('click', () => dialog.showModal());
  }
  let goUntilMs = 0;
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event) || dialog.open) return;
    const isSecond = event.timeStamp < goUntilMs;
    goUntilMs = 0;
    if (isSecond) go(event);
    else if (event.key === 'g') goUntilMs = event.timeStamp + sequenceMs;
    else if (event.key === '?') open(event, () => dialog.showModal());
    else if (event.key === '/') open(event, focusSearch);
  });
}

/** @param {KeyboardEvent} event */
function go(event) {
  const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
  if (link instanceof HTMLElement) open(event, () => link.click());
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} action
 */
function open(event, action) {
  event.preventDefault();
  action();
}

function focusSearch() {
  const input = document.querySelector('main input[type="search"]');
  if (!(input instanceof HTMLInputElement)) return;
  // A field in a folded part of the page cannot have the focus.
  input.closest('details')?.setAttribute('open', '');
  input.select();
}

/** @param {KeyboardEvent} event */
function isShortcut({ ctrlKey, metaKey, altKey, target, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing || !isOn()) return false;
  return !(target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null);
}

function isOn() {
  return localStorage.getItem(storageKey) !== 'off';
}
