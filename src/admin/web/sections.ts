import type { Right } from '../../operations/actor.ts';
import { texts } from '../texts/texts.ts';

interface Section {
  path: string;
  title: string;
  /** Right that the pages of the section need. */
  right: Right;
}

const seenByAll: Right = { role: 'viewer', owner: true };
const { titles } = texts.shell;

/** Sections of the navigation, in their order. */
export const sections: readonly Section[] = [
  { path: '/', title: titles.overview, right: seenByAll },
  { path: '/jobs', title: titles.jobs, right: seenByAll },
  { path: '/playground', title: titles.playground, right: { role: 'operator' } },
  { path: '/accounts', title: titles.accounts, right: seenByAll },
  { path: '/keys', title: titles.keys, right: seenByAll },
  { path: '/deliveries', title: titles.deliveries, right: seenByAll },
  { path: '/audit', title: titles.audit, right: seenByAll },
  { path: '/pricing', title: titles.pricing, right: seenByAll },
  { path: '/health', title: titles.health, right: { role: 'viewer' } },
  { path: '/settings', title: titles.settings, right: { role: 'viewer' } },
  { path: '/sessions', title: titles.sessions, right: { role: 'admin' } },
];
