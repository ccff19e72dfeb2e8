import { html, type Html, type HtmlPart } from '../html.ts';

interface TableColumn<Row> {
  title: string;
  cell: (row: Row) => HtmlPart;
  /** Numbers stand at the end of the line, so that their digits align. */
  isNumber?: boolean;
}

interface Table<Row> {
  /** What the table shows, for readers of the screen. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Shown instead of a table without rows: what is missing, and what to do. */
  empty: Html;
}

/** Returns a table. On a narrow screen, each row is shown as a list with the titles of the columns. */
export function table<Row>({ caption, columns, rows, empty }: Table<Row>): Html {
  if (rows.length === 0) return empty;
  return html`<div class="table">
    <table>
      <caption class="hidden">${caption}</caption>
      <thead>
        <tr>${columns.map(({ title, isNumber }) => html`<th scope="col" class="${classOf(isNumber)}">${title}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${columns.map(
                ({ title, cell, isNumber }) =>
                  html`<td class="${classOf(isNumber)}" data-title="${title}">${cell(row)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function classOf(isNumber = false): string {
  return isNumber ? 'number' : '';
}
