import { openConnection } from './live-connection.js';
import { createRefresh } from './live-refresh.js';
import { mainOf } from './main.js';
import { textOf } from './texts.js';

/**
 * Keeps the page current: fetches it again when one of its topics changes, and shows the state beside the title.
 *
 * @param {(root: ParentNode) => void} improve
 */
export function followChanges(improve) {
  if (topicsOf(mainOf()).length === 0) return;
  /** @type {import('./main.js').LiveState} */
  let state = 'off';
  /** @param {import('./main.js').LiveState} next */
  const show = (next) => {
    state = next;
    const mark = mainOf()?.querySelector('[data-live]');
    if (!(mark instanceof HTMLElement)) return;
    mark.hidden = false;
    mark.dataset['state'] = next;
    mark.textContent = textOf(next);
  };
  const refresh = createRefresh({
    improve,
    morphed: () => show(state),
    ended: () => connection.end(),
    paused: (isPaused) => show(isPaused ? 'paused' : connection.state()),
  });
  const connection = openConnection({
    topics: () => topicsOf(mainOf()),
    sinceMs: () => Number(mainOf()?.dataset['at'] ?? 0),
    changed: (topics, spreadMs) => {
      const own = topicsOf(mainOf());
      if (topics.some((topic) => own.includes(topic))) refresh.ask(spreadMs);
    },
    stateChanged: (next) => {
      if (state !== 'paused' || next === 'ended') show(next);
    },
  });
  show('off');
}

/** @param {HTMLElement | null} main */
function topicsOf(main) {
  return (main?.dataset['topics'] ?? '').split(' ').filter((topic) => topic !== '');
}
