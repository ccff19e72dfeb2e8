/** Pause after the last change of a form before its price is asked for. */
const pauseMs = 400;

/** Keeps the price of a form current. Without script, a button of the form shows it. */
export function updatePrices() {
  let timer = 0;
  document.addEventListener('input', ({ target }) => {
    const form = target instanceof Element ? target.closest('form[data-price]') : null;
    if (!(form instanceof HTMLFormElement)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void showPrice(form), pauseMs);
  });
}

/** @param {HTMLFormElement} form */
async function showPrice(form) {
  const place = form.querySelector('[data-price-shown]');
  if (place === null) return;
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values.append(name, value);
  const answer = await fetch(form.dataset['price'] ?? '', {
    method: 'POST',
    body: values,
    headers: { 'Adwright-Part': 'price' },
  }).catch(() => undefined);
  if (answer?.ok !== true) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('[data-price-shown]');
  if (fresh !== null) place.replaceChildren(...fresh.childNodes);
}
