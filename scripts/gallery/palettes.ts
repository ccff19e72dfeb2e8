import type { ColorRoles } from '../../src/studio/brief.ts';

function roles(
  ...[surface, ink, primary, onPrimary, accent, muted]: [string, string, string, string, string, string]
): ColorRoles {
  return { surface, ink, primary, onPrimary, accent, muted };
}

export const sage = {
  light: roles('#f4f1ea', '#1d2a23', '#2f6b53', '#ffffff', '#c98b4b', '#6b7a70'),
  dark: roles('#14211b', '#eef3ee', '#8fd0b0', '#0f1f17', '#e0a866', '#93a59a'),
};
export const coral = {
  light: roles('#fff5ee', '#2b1a15', '#c93b20', '#ffffff', '#f2b441', '#8a6a60'),
  dark: roles('#241410', '#fff1ea', '#ff8a66', '#2a0f07', '#f2b441', '#b39488'),
};
export const night = {
  light: roles('#f3f5fb', '#121a2e', '#2a4bd7', '#ffffff', '#d58a5a', '#5f6a85'),
  dark: roles('#0d1324', '#eaf0ff', '#8aa4ff', '#0b1230', '#e39a6a', '#8e9ab8'),
};
export const alpine = {
  light: roles('#f1f5f7', '#10242e', '#0c6a82', '#ffffff', '#e8743b', '#5b717b'),
  dark: roles('#0b1b22', '#e9f4f8', '#6fd0e4', '#06252e', '#ff9a66', '#86a0aa'),
};
export const rose = {
  light: roles('#faf6f3', '#2c2024', '#7d3b4e', '#ffffff', '#b9935a', '#7f6c70'),
  dark: roles('#1d1417', '#f8eef0', '#e2a3b4', '#33121d', '#d4b27c', '#ab969b'),
};
export const sun = {
  light: roles('#fffbe8', '#231c00', '#ffcc1a', '#231c00', '#1f66ff', '#7a7250'),
  dark: roles('#1f1a06', '#fff8dc', '#ffd640', '#231c00', '#6f9dff', '#b1a878'),
};
export const grey = {
  light: roles('#f4f4f4', '#1c1c1c', '#3a3a3a', '#ffffff', '#6e6e6e', '#6b6b6b'),
  dark: roles('#161616', '#f1f1f1', '#d0d0d0', '#161616', '#9a9a9a', '#999999'),
};
export const neon = {
  light: roles('#f7fff9', '#061a10', '#0a7a3f', '#ffffff', '#d400ff', '#4c6b59'),
  dark: roles('#07110c', '#eafff2', '#2bff88', '#02150a', '#ff2bd6', '#86b39a'),
};
export const sand = {
  light: roles('#faf3e9', '#2e2013', '#a4571c', '#ffffff', '#2f7f86', '#85705c'),
  dark: roles('#21160c', '#fbf0e2', '#f0ab6b', '#2b1605', '#6fc3c9', '#b19c86'),
};
