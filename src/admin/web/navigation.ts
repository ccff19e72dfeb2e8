import { mayRun } from '../../operations/actor.ts';
import { choicesPath, choiceNames } from '../choices.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { hidden } from './components/form.ts';
import { icon, mark } from './components/icons.ts';
import { html, url, type Html } from './html.ts';
import { sections, type Section } from './sections.ts';
import { themes, type View } from './view.ts';

const { shell } = texts;

/** The mark and name of the product, which lead to the overview. */
export function brand(view: View): Html {
  return html`<a class="brand" href="${url(view.to('/'))}">${mark()}${shell.product}</a>`;
}

/** The bar of a narrow screen. Its button opens the navigation, also without script. */
export function topBar(view: View): Html {
  return html`<header class="bar">
    ${brand(view)}
    <button type="button" class="menu quiet" popovertarget="sections">${icon('menu')}${shell.menu}</button>
  </header>`;
}

/** The sections that the person may see, the choices, and who is signed in. On a narrow screen it is a sheet. */
export function navigation(view: View, current: string | undefined): Html | undefined {
  const { viewer } = view;
  if (viewer === undefined) return undefined;
  const seen = sectionsOf(viewer);
  const groups = [...Map.groupBy(seen, ({ group }) => group).values()];
  return html`<nav class="side" id="sections" popover aria-label="${shell.navigation}">
    ${brand(view)}
    <button type="button" class="close quiet" popovertarget="sections" popovertargetaction="hide">
      ${icon('close')}${shell.close}
    </button>
    <div>
      ${groups.map((group) => html`<ul>${group.map((section) => item(view, section, current === section.path))}</ul>`)}
    </div>
    <div class="foot">${choices(view)} ${person(view, viewer)}</div>
  </nav>`;
}

/** Returns the sections that a person may see. */
export function sectionsOf({ actor }: Pick<Viewer, 'actor'>): Section[] {
  return sections.filter(({ right }) => mayRun(right, actor));
}

function item(view: View, { path, title, icon: name, key }: Section, isCurrent: boolean): Html {
  const current = isCurrent ? html` aria-current="page"` : undefined;
  return html`<li><a href="${url(view.to(path))}"${current} data-key="${key}">${icon(name)}${title}</a></li>`;
}

/** Switches for the theme and the form of times. Each is a button of a form, so that it works without script. */
function choices(view: View): Html {
  const times = { false: shell.times.relative, true: shell.times.utc };
  return html`<form class="choices" method="post" action="${url(view.to(choicesPath))}" data-choices>
    ${hidden({ back: hereOf(view) })}
    <span class="segments" role="group" aria-label="${shell.theme}">
      ${themes.map((theme) => segment(choiceNames.theme, theme, shell.themes[theme], theme === view.theme))}
    </span>
    <span class="segments" role="group" aria-label="${shell.times.title}">
      ${(['false', 'true'] as const).map((value) => segment(choiceNames.utc, value, times[value], value === String(view.isUtc)))}
    </span>
  </form>`;
}

function segment(name: string, value: string, text: string, isPressed: boolean): Html {
  return html`<button name="${name}" value="${value}" aria-pressed="${String(isPressed)}">${text}</button>`;
}

function hereOf({ path, query }: View): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function person(view: View, { actor, person: { name, subject } }: Viewer): Html {
  const role = actor.kind === 'role' ? shell.roles[actor.role] : shell.roles.owner;
  return html`<div class="who">
    <div>
      <span class="strong">${name ?? subject}</span>
      <span class="soft">${role}</span>
    </div>
    <button type="button" class="quiet small" data-opens-shortcuts hidden aria-label="${shell.shortcuts.title}">?</button>
    <form method="post" action="${url(view.to('/sign-out'))}">
      <button class="quiet small">${shell.signOut}</button>
    </form>
  </div>`;
}
