import { html, type Html, type HtmlPart } from '../html.ts';

export interface TableColumn<Row> {
  title: string;
  cell: (row: Row) => HtmlPart;
  /** Numbers stand at the end of the line, so that their digits align. */
  isNumber?: boolean;
  /** Place in the card that a row is on a narrow screen. There, a column without a place is not shown. */
  card?: 'lead' | 'title' | 'state' | 'fact' | 'wide';
}

interface Table<Row> {
  /** Name of the table for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Shown instead of a table without rows: what is missing, and what to do. */
  empty: Html;
  /** Id of the element of a row, so that an address can point at it. An id also keeps the focus in live updates. */
  rowId?: (row: Row) => string | undefined;
}

/**
 * Returns a table. On a narrow screen, each row is a card of two or three lines if columns have a place in it, or else a
 * list with the titles of the columns. The roles keep it a table for screen readers.
 */
export function table<Row>({ caption, columns, rows, empty, rowId }: Table<Row>): Html {
  if (rows.length === 0) return empty;
  const look = columns.some(({ card }) => card !== undefined) ? 'table cards' : 'table';
  return html`<div class="${look}" role="region" aria-label="${caption}" tabindex="0">
    <table role="table">
      <caption class="hidden">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(
            ({ title, isNumber }) =>
              html`<th role="columnheader" scope="col"${classOf({ isNumber })}>${title === '' ? spacer : title}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map((row) => html`<tr role="row"${idOf(rowId?.(row))}>${cellsOf(row, columns)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** A header cell needs a text; the columns with buttons have none to show. */
const spacer = '\u00a0';

function cellsOf<Row>(row: Row, columns: readonly TableColumn<Row>[]): Html[] {
  return columns.map(
    ({ title, cell, isNumber, card }) =>
      html`<td role="cell"${classOf({ isNumber, card })} data-title="${title}"><div>${cell(row)}</div></td>`,
  );
}

function idOf(id: string | undefined): Html | undefined {
  return id === undefined ? undefined : html` id="${id}"`;
}

interface Look {
  isNumber: boolean | undefined;
  card?: TableColumn<unknown>['card'] | undefined;
}

function classOf({ isNumber = false, card }: Look): Html | undefined {
  const names = [isNumber ? 'number' : undefined, card].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : html` class="${names.join(' ')}"`;
}
