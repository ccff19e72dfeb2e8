import { mainOf } from './main.js';

const [intervalMs, backoffMaxMs, pausedCheckMs] = [1_000, 60_000, 1_000];

/**
 * @typedef {object} Steps
 * @property {(root: ParentNode) => void} improve Adds what only a script can do to the new content.
 * @property {() => void} morphed
 * @property {() => void} ended The session has ended.
 * @property {(isPaused: boolean) => void} paused
 */

/**
 * Fetches the page again and puts what has changed into it: at most once a second, only while the page is visible, and
 * not while the person fills in a form or a dialog is open. If many pages show what has changed, each waits for a random
 * part of the time that the server gives, and fetches itself at most once in that time.
 *
 * @param {Steps} steps
 */
export function createRefresh({ improve, morphed, ended, paused }) {
  let [isWanted, isRunning, isPaused] = [false, false, false];
  let [nextMs, failures, timer, spreadMs] = [0, 0, 0, 0];

  /** @param {number} withinMs */
  function ask(withinMs) {
    spreadMs = withinMs;
    if (isWanted && timer !== 0) return;
    isWanted = true;
    plan(Math.max(nextMs - performance.now(), Math.random() * spreadMs));
  }

  /** @param {number} afterMs */
  function plan(afterMs) {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), afterMs);
  }

  async function run() {
    timer = 0;
    if (!isWanted || isRunning || document.hidden) return;
    setPaused(isBusy());
    if (isPaused) return plan(pausedCheckMs);
    [isWanted, isRunning] = [false, true];
    const isDone = await refresh().catch(() => false);
    isRunning = false;
    failures = isDone ? 0 : failures + 1;
    nextMs = performance.now() + Math.max(spreadMs, Math.min(backoffMaxMs, intervalMs * 2 ** failures));
    if (!isDone) isWanted = true;
    if (isWanted) plan(nextMs - performance.now());
  }

  /** @param {boolean} next */
  function setPaused(next) {
    if (next === isPaused) return;
    isPaused = next;
    paused(next);
  }

  async function refresh() {
    const answer = await fetch(location.href, { headers: { 'Adwright-Passive': '1' }, redirect: 'manual' });
    if (answer.status === 401 || answer.type === 'opaqueredirect') {
      ended();
      return true;
    }
    if (answer.status >= 500) return false;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [main, fresh] = [mainOf(), page.querySelector('main')];
    if (main === null || fresh === null) return false;
    improve(fresh);
    await morph(main, fresh);
    document.title = page.title;
    morphed();
    return true;
  }

  document.addEventListener('visibilitychange', () => {
    if (isWanted) plan(Math.max(0, nextMs - performance.now()));
  });
  return { ask };
}

/**
 * Changes the content of the page into the new content. Keeps elements that have not changed, and with them the focus,
 * the selection and the scroll position. What the person has opened stays open.
 *
 * @param {HTMLElement} main
 * @param {Element} fresh
 */
async function morph(main, fresh) {
  const { Idiomorph } = await import('./idiomorph.js');
  Idiomorph.morph(main, fresh, {
    morphStyle: 'outerHTML',
    // This also keeps the text of the element with the focus, which is right for fields alone.
    ignoreActiveValue: document.activeElement?.matches('input, textarea, select') === true,
    restoreFocus: true,
    callbacks: {
      beforeAttributeUpdated: (name, element) =>
        !(name === 'open' && element instanceof HTMLDetailsElement) && !(name === 'hidden' && element.matches('.live')),
    },
  });
}

/** Reports whether a live update would disturb the person. */
function isBusy() {
  const main = mainOf();
  if (main === null || document.querySelector('dialog[open]') !== null) return true;
  return [...main.querySelectorAll('input, textarea, select')].some(isChanged);
}

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some(isOtherOption);
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}

/**
 * An option differs from what the page was made with. In a list without a chosen option, the browser chooses the first.
 *
 * @param {HTMLOptionElement} option
 */
function isOtherOption(option) {
  const hasDefault = [...(option.closest('select')?.options ?? [])].some(({ defaultSelected }) => defaultSelected);
  return hasDefault ? option.selected !== option.defaultSelected : option.selected !== (option.index === 0);
}
