import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../html.ts';
import { table } from './table.ts';

type Values = Readonly<Record<string, string>>;

/** Table of the fields in which what was typed differs from the values that another person has saved meanwhile. */
export function changesTable(labels: Values, typed: Values, now: Values): Html {
  const { changes } = texts.forms;
  const rows = Object.entries(labels).filter(([name]) => (typed[name] ?? '') !== (now[name] ?? ''));
  const shown = (value: string | undefined) =>
    value === undefined || value === '' ? texts.forms.changes.nothing : value;
  return table({
    caption: changes.caption,
    columns: [
      { title: changes.field, cell: ([, label]) => label },
      { title: changes.typed, cell: ([name]) => shown(typed[name]) },
      { title: changes.now, cell: ([name]) => shown(now[name]) },
    ],
    rows,
    empty: html`<p>${changes.same}</p>`,
  });
}
