const yearSeconds = 31_536_000;

/**
 * Switches the theme and the form of times without loading the page again.
 *
 * @param {() => void} timesChanged
 */
export function switchChoices(timesChanged) {
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    if (target.dataset['choices'] === undefined) return;
    event.preventDefault();
    const { name, value } = submitter;
    const base = document.body.dataset['base'] ?? '';
    document.cookie = `adwright-${name}=${value}; Path=${base}/; Max-Age=${yearSeconds}; SameSite=Lax`;
    document.documentElement.dataset[name] = value;
    for (const button of target.querySelectorAll(`button[name="${name}"]`))
      button.setAttribute('aria-pressed', String(button === submitter));
    timesChanged();
  });
}
