// The page also works from a file, so this is a classic script and its data is in `data.js`.
'use strict';

const { shown, layouts } = window.galleryData;
/** Facts by which pictures can be filtered, in the order of the filters. */
const facets = ['group', 'brief', 'layout', 'ratio', 'script', 'direction', 'verdict'];
const byId = (id) => document.getElementById(id);

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Settings of the page are in the fragment of its URL, so that a view can be shared. */
const settings = () => new URLSearchParams(location.hash.slice(1));

function change(name, value) {
  const next = settings();
  if (value === '') next.delete(name);
  else next.set(name, value);
  location.hash = next.toString();
  render();
}

function filterOf(facet) {
  const values = [...new Set(shown.map((each) => each[facet]))].sort();
  const options = ['', ...values].map((value) =>
    element('option', { value, textContent: value === '' ? `any ${facet}` : value }),
  );
  const select = element('select', { name: facet, ariaLabel: facet }, ...options);
  select.addEventListener('change', () => change(facet, select.value));
  return select;
}

function chosen() {
  const wanted = settings();
  return shown.filter((each) => facets.every((facet) => !wanted.has(facet) || each[facet] === wanted.get(facet)));
}

function card(each) {
  const image = element('img', { loading: 'lazy', src: each.thumb });
  const side = Math.max(each.thumbWidth, each.thumbHeight);
  image.style.setProperty('--width', each.thumbWidth / side);
  image.style.setProperty('--height', each.thumbHeight / side);
  image.alt = `${each.brief}, ${each.ratio}, ${each.layout}`;
  const score = each.score === undefined ? '' : ` · ${each.score.total.toFixed(2)}`;
  const label = element('span', { textContent: `${each.brief} ${each.ratio} ${each.layout}${score}` });
  const button = element('button', { className: 'card', type: 'button' }, image, label);
  button.dataset.id = each.id;
  button.dataset.verdict = each.verdict;
  button.addEventListener('click', () => change('open', each.id));
  return button;
}

function table(rows) {
  return element(
    'table',
    {},
    ...rows.map(([cells, className = '']) =>
      element('tr', { className }, ...cells.map((cell) => element('td', { textContent: cell }))),
    ),
  );
}

function factsOf(each) {
  const checks = each.checks.map(({ check, value, limit, passed }) => [
    [check, String(Math.round(value * 1000) / 1000), String(limit), passed ? 'passed' : 'FAILED'],
    passed ? '' : 'failed',
  ]);
  const parts = [
    element('h2', { textContent: `${each.brief}, ${each.ratio}` }),
    table(['group', 'layout', 'script', 'direction', 'verdict'].map((name) => [[name, each[name]]])),
    ...each.notes.map((note) => element('p', { textContent: note })),
    element('h3', { textContent: 'Checks' }),
    table(checks),
  ];
  if (each.score !== undefined) {
    const { total, parts: scores } = each.score;
    const rows = [{ name: 'total', value: total }, ...scores].map(({ name, value }) => [[name, String(value)]]);
    parts.push(element('h3', { textContent: 'Scores' }), table(rows));
  }
  return parts;
}

function media(each) {
  if (each.video === undefined) return [element('img', { src: each.picture, alt: `${each.brief}, ${each.ratio}` })];
  const video = element('video', { src: each.video, controls: true, poster: each.picture });
  return [video, ...each.sheets.map((src) => element('img', { src, alt: 'Contact sheet' }))];
}

function openReport(id) {
  const dialog = byId('report');
  const each = shown.find((one) => one.id === id);
  if (each === undefined) return dialog.close();
  byId('full').replaceChildren(...media(each));
  byId('facts').replaceChildren(...factsOf(each));
  if (!dialog.open) dialog.showModal();
}

/** Opens the picture before or after the open one in the filtered list. */
function step(by) {
  const list = chosen();
  const at = list.findIndex(({ id }) => id === settings().get('open'));
  const next = list[at + by];
  if (at >= 0 && next !== undefined) change('open', next.id);
}

function render() {
  const wanted = settings();
  const list = chosen();
  for (const facet of facets) byId('filters').elements[facet].value = wanted.get(facet) ?? '';
  for (const name of ['small', 'grey']) {
    document.body.classList.toggle(name, wanted.has(name));
    byId('view').elements[name].checked = wanted.has(name);
  }
  const signature = list.map(({ id }) => id).join();
  if (byId('pictures').dataset.signature !== signature) {
    byId('pictures').dataset.signature = signature;
    byId('pictures').replaceChildren(...list.map(card));
  }
  byId('count').textContent = `${list.length} of ${shown.length} pictures`;
  const unused = layouts.filter((layout) => !shown.some((each) => each.layout === layout));
  byId('unused').textContent = unused.length === 0 ? '' : `Layouts without a picture: ${unused.join(', ')}`;
  openReport(wanted.get('open'));
}

byId('filters').append(...facets.map(filterOf));
byId('view').addEventListener('change', ({ target }) => change(target.name, target.checked ? 'on' : ''));
byId('report').addEventListener('close', () => change('open', ''));
byId('report').addEventListener('click', ({ target }) => target.dataset.step && step(Number(target.dataset.step)));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'ArrowRight') step(1);
  if (key === 'ArrowLeft') step(-1);
});
addEventListener('hashchange', render);
render();
