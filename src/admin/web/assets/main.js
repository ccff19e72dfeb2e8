/** @typedef {'on' | 'off' | 'paused' | 'ended'} LiveState */

export function mainOf() {
  return document.querySelector('main');
}
