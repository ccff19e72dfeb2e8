import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../html.ts';
import { axisTop, countTops, labelled } from './axis.ts';
import { table } from './table.ts';

interface Series {
  name: string;
  /** Colour of the series. By default, colours follow the order of the series. */
  colour?: (typeof colours)[number];
}

interface Chart {
  title: string;
  series: readonly Series[];
  /** Points of time or kinds, each with one value a series. A missing value leaves a gap in a line. */
  points: readonly { label: string; values: readonly (number | undefined)[] }[];
  /** Returns a value as text, such as `2 min`. */
  format: (value: number) => string;
  /** Title of the first column of the table, such as `Hour`. */
  pointTitle: string;
  /** Largest values that the axis may have. By default, they suit counts. */
  tops?: readonly number[];
}

/** Size of the drawing. The page stretches it to its own width, so the drawing contains no text. */
const [width, height] = [600, 160];
const colours = ['accent', 'second', 'bad'] as const;

/** Returns a chart whose bars show the values of the series on top of each other, and a table with the same values. */
export function barChart(chart: Chart): Html {
  const top = topOf(
    chart,
    chart.points.map(({ values }) => sum(values)),
  );
  return figure(chart, top, html`${chart.points.map((point, at) => bar(chart, { ...point, at, top }))}`);
}

/** Returns a chart with a line for each series, and a table with the same values. */
export function lineChart(chart: Chart): Html {
  const top = topOf(
    chart,
    chart.points.flatMap(({ values }) => values.map((value) => value ?? 0)),
  );
  return figure(
    chart,
    top,
    html`${chart.series.map((_, index) => line(chart, { index, top }))}
    ${chart.points.map((point, at) => hoverArea(chart, { ...point, at }))}`,
  );
}

function topOf({ tops = countTops }: Chart, values: readonly number[]): number {
  return axisTop(Math.max(0, ...values), tops);
}

type Point = Chart['points'][number] & { at: number };

function bar(chart: Chart, { label, values, at, top }: Point & { top: number }): Html {
  const step = width / chart.points.length;
  let below = 0;
  const parts = values.map((value = 0, index) => {
    const size = (value / top) * height;
    below += size;
    return html`<rect
      class="${classOf(chart, index)}"
      x="${round(at * step + step * 0.12)}"
      y="${round(height - below)}"
      width="${round(step * 0.76)}"
      height="${round(size)}"
    />`;
  });
  return html`<g>
    ${parts} ${hoverArea(chart, { label, values, at })}
  </g>`;
}

function line(chart: Chart, { index, top }: { index: number; top: number }): Html {
  const step = width / chart.points.length;
  let isDown = false;
  const path = chart.points.map(({ values }, at) => {
    const value = values[index];
    const command = isDown ? 'L' : 'M';
    isDown = value !== undefined;
    return value === undefined ? '' : `${command}${round(step * (at + 0.5))} ${round(height - (value / top) * height)}`;
  });
  return html`<path class="line ${classOf(chart, index)}" d="${path.join('')}" />`;
}

/** An invisible area over a point. The browser shows its title on hover. */
function hoverArea(chart: Chart, { label, values, at }: Point): Html {
  const step = width / chart.points.length;
  const shown = values.map((value, index) => `${chart.series[index]?.name ?? ''} ${textOf(chart, value)}`);
  return html`<rect class="hover" x="${round(at * step)}" y="0" width="${round(step)}" height="${height}">
    <title>${label}: ${shown.join(', ')}</title>
  </rect>`;
}

function figure(chart: Chart, top: number, drawing: Html): Html {
  const { title, series, points, format } = chart;
  return html`<figure class="chart">
    <figcaption>
      <span>${title}</span>
      <span class="legend">${series.length < 2 ? undefined : series.map((one, index) => key(one, classOf(chart, index)))}</span>
    </figcaption>
    <div class="plot">
      <div class="axis up">${[top, top / 2, 0].map((value) => html`<span>${format(value)}</span>`)}</div>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">
        <path class="rule" d="M0 0H${width}M0 ${height / 2}H${width}M0 ${height}H${width}" />
        ${drawing}
      </svg>
      <div class="axis">${labelled(points.length).map((at) => html`<span>${points[at]?.label}</span>`)}</div>
    </div>
    <details>
      <summary>${texts.shell.asTable}</summary>
      ${tableOf(chart)}
    </details>
  </figure>`;
}

function key({ name }: Series, look: string): Html {
  return html`<span
    ><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${look}" width="10" height="10" rx="2" /></svg> ${name}</span
  >`;
}

function tableOf(chart: Chart): Html {
  const values = chart.series.map(({ name }, index) => ({
    title: name,
    cell: (point: Chart['points'][number]) => textOf(chart, point.values[index]),
    isNumber: true,
  }));
  return table({
    caption: chart.title,
    columns: [{ title: chart.pointTitle, cell: ({ label }) => label }, ...values],
    rows: chart.points,
    empty: html``,
  });
}

function textOf({ format }: Chart, value: number | undefined): string {
  return value === undefined ? '–' : format(value);
}

function classOf({ series }: Chart, index: number): string {
  return `c${colours.indexOf(series[index]?.colour ?? colours[index % colours.length] ?? 'accent')}`;
}

const sum = (values: readonly (number | undefined)[]): number =>
  values.reduce<number>((total, value = 0) => total + value, 0);
const round = (value: number): number => Math.round(value * 10) / 10;
