import type { Right } from '../../operations/actor.ts';
import { texts } from '../texts/texts.ts';
import type { IconName } from './components/icons.ts';

export interface Section {
  path: string;
  title: string;
  icon: IconName;
  /** Sections of one group stand together. */
  group: 'work' | 'clients' | 'installation';
  /** Right that the pages of the section need. */
  right: Right;
}

const seenByAll: Right = { role: 'viewer', owner: true };
const { titles } = texts.shell;

/** Sections of the navigation, in their order. */
export const sections: readonly Section[] = [
  { path: '/', title: titles.overview, icon: 'overview', group: 'work', right: seenByAll },
  { path: '/jobs', title: titles.jobs, icon: 'jobs', group: 'work', right: seenByAll },
  { path: '/playground', title: titles.playground, icon: 'playground', group: 'work', right: { role: 'operator' } },
  { path: '/accounts', title: titles.accounts, icon: 'accounts', group: 'clients', right: seenByAll },
  { path: '/keys', title: titles.keys, icon: 'keys', group: 'clients', right: seenByAll },
  { path: '/deliveries', title: titles.deliveries, icon: 'deliveries', group: 'clients', right: seenByAll },
  { path: '/audit', title: titles.audit, icon: 'audit', group: 'installation', right: seenByAll },
  { path: '/pricing', title: titles.pricing, icon: 'pricing', group: 'installation', right: seenByAll },
  { path: '/health', title: titles.health, icon: 'health', group: 'installation', right: { role: 'viewer' } },
  { path: '/settings', title: titles.settings, icon: 'settings', group: 'installation', right: { role: 'viewer' } },
  { path: '/sessions', title: titles.sessions, icon: 'sessions', group: 'installation', right: { role: 'admin' } },
];
