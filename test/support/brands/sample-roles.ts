/** Colour roles of an invented brand, for its light and its dark scheme. */
export const light = {
  surface: '#faf6f3',
  ink: '#2c2024',
  primary: '#7d3b4e',
  onPrimary: '#ffffff',
  accent: '#b9935a',
  muted: '#7f6c70',
};
export const dark = {
  surface: '#1d1417',
  ink: '#f8eef0',
  primary: '#e2a3b4',
  onPrimary: '#33121d',
  accent: '#d4b27c',
  muted: '#ab969b',
};
