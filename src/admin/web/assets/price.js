/** Pause after the last change of a form before its price is asked for. */
const pauseMs = 400;

/** Keeps the price of a form current. Without script, a button of the form shows it. */
export function updatePrices() {
  let timer = 0;
  document.addEventListener('input', ({ target }) => {
    const part = target instanceof Element ? target.closest('[data-price]') : null;
    if (!(part instanceof HTMLElement)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void showPrice(part), pauseMs);
  });
}

/** @param {HTMLElement} part */
async function showPrice(part) {
  const [form, place] = [part.querySelector('form'), part.querySelector('[data-price-shown]')];
  if (form === null || place === null) return;
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
  const answer = await fetch(part.dataset['price'] ?? '', { method: 'POST', body: values }).catch(() => undefined);
  if (answer?.ok !== true) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('[data-price-shown]');
  if (fresh !== null) place.replaceChildren(...fresh.childNodes);
  const [button, named] = [form.querySelector('.primary'), page.querySelector('[data-price] .primary')];
  if (button !== null && named !== null) button.textContent = named.textContent;
}
