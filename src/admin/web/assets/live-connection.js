/** @typedef {import('./main.js').LiveState} LiveState */

/**
 * @typedef {object} Tab
 * @property {() => string[]} topics Topics of the page in this tab.
 * @property {() => number} sinceMs Time at which the page was made.
 * @property {(topics: string[], spreadMs: number) => void} changed
 * @property {(state: LiveState) => void} stateChanged
 */

const [retryMinMs, retryMaxMs, gatherMs] = [1_000, 30_000, 150];

/**
 * Follows changes over one connection for all tabs of the browser: the tab that holds a lock connects, and tells the
 * other tabs what it receives. When it closes, another tab gets the lock.
 *
 * @param {Tab} tab
 */
export function openConnection(tab) {
  const base = document.body.dataset['base'] ?? '';
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const channel = new BroadcastChannel(`adwright-live:${base}`);
  /** @type {Map<string, string[]>} Topics of the other tabs. */
  const others = new Map();
  /** @type {LiveState} */
  let state = 'off';
  /** @type {EventSource | undefined} */
  let source;
  let isLeader = false;
  let [retryMs, sinceMs] = [retryMinMs, 0];
  let timer = 0;
  let connectedTopics = '';

  /** @param {LiveState} next */
  function setState(next) {
    if (state === 'ended') return;
    state = next;
    tab.stateChanged(next);
    if (isLeader) channel.postMessage({ kind: 'state', state: next });
  }

  function wanted() {
    return [...new Set([...tab.topics(), ...[...others.values()].flat()])].toSorted().join(' ');
  }

  /** @param {number} afterMs */
  function connectLater(afterMs) {
    clearTimeout(timer);
    timer = setTimeout(connect, afterMs);
  }

  function connect() {
    if (!isLeader || state === 'ended') return;
    source?.close();
    connectedTopics = wanted();
    const query = new URLSearchParams({ topics: connectedTopics, since: String(sinceMs || tab.sinceMs()) });
    source = new EventSource(`${base}/live?${query}`);
    source.addEventListener('message', ({ data }) => received(data));
    source.addEventListener('ended', end);
    source.addEventListener('replaced', () => {
      source?.close();
      setState('off');
      connectLater(retryMaxMs * (1 + Math.random()));
    });
    source.addEventListener('error', () => {
      source?.close();
      setState('off');
      connectLater(retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMaxMs, retryMs * 2);
    });
  }

  /** @param {string} data */
  function received(data) {
    const { at, topics, spreadMs } = JSON.parse(data);
    [sinceMs, retryMs] = [at, retryMinMs];
    setState('on');
    if (topics.length === 0) return;
    tab.changed(topics, spreadMs);
    channel.postMessage({ kind: 'changed', topics, spreadMs });
  }

  function end() {
    source?.close();
    setState('ended');
  }

  channel.addEventListener('message', ({ data }) => {
    if (data.kind === 'changed') tab.changed(data.topics, data.spreadMs);
    else if (data.kind === 'state' && !isLeader) setState(data.state);
    else if (data.kind === 'who') announce();
    else if (data.kind === 'gone') others.delete(data.id);
    else if (data.kind === 'here') {
      others.set(data.id, data.topics);
      if (!isLeader) return;
      channel.postMessage({ kind: 'state', state });
      if (wanted() !== connectedTopics && data.topics.some(isNew)) connectLater(gatherMs);
    }
  });

  /** @param {string} topic */
  function isNew(topic) {
    return !connectedTopics.split(' ').includes(topic);
  }

  function announce() {
    channel.postMessage({ kind: 'here', id, topics: tab.topics() });
  }

  function lead() {
    isLeader = true;
    channel.postMessage({ kind: 'who' });
    connectLater(gatherMs);
  }

  addEventListener('pagehide', () => channel.postMessage({ kind: 'gone', id }));
  announce();
  // Pages of plain HTTP under a name have no locks. Each of their tabs connects by itself.
  if (navigator.locks === undefined) lead();
  else
    void navigator.locks.request(`adwright-live:${base}`, () => {
      lead();
      return new Promise(() => undefined);
    });
  return { state: () => state, end };
}
