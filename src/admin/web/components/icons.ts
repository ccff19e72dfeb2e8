import { html, type Html } from '../html.ts';

/** Lines of the icons, in a square of 16 by 16. */
const lines = {
  overview: 'M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z',
  jobs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  playground: 'M4.5 2.8v10.4L13 8z',
  accounts:
    'M8 7.75a2.625 2.625 0 1 0 0-5.25 2.625 2.625 0 0 0 0 5.25zM2.75 13.5c.6-2.3 2.7-3.5 5.25-3.5s4.65 1.2 5.25 3.5',
  keys: 'M5.25 13.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM7.25 8.75l6.25-6.25M11 5l2 2',
  deliveries: 'M3 13 13 3M6 3h7v7',
  audit: 'M4 2.5h8v11H4zM6.5 5.5h3M6.5 8h3M6.5 10.5h1.5',
  pricing: 'M2.5 2.5H8L13.5 8 8 13.5 2.5 8zM5.4 5.4h.01',
  health: 'M1.5 8h3l2-4.5 3 9 2-4.5h3',
  settings: 'M2.5 5h6M11.5 5h2M10 3.5v3M2.5 11h2M7.5 11h6M6 9.5v3',
  sessions: 'M3 7.5h10v6H3zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
} as const;

export type IconName = keyof typeof lines;

/** A small picture beside a text that says the same. Readers of the screen skip it. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${lines[name]}" /></svg>`;
}

/** The mark of the product: a letter A cut out of a tile. */
export function mark(): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M6 1h12a5 5 0 0 1 5 5v12a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5Zm4.4 4.5L4.8 18.5h3L12 8.4l4.2 10.1h3L13.6 5.5ZM9.6 16h4.8l-1-2.4h-2.8Z"
    />
  </svg>`;
}
