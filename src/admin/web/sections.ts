import type { Right } from '../../operations/actor.ts';
import { texts } from '../texts/texts.ts';
import type { IconName } from './components/icons.ts';

export interface Section {
  path: string;
  title: string;
  icon: IconName;
  /** Key that opens the section after the key g. */
  key: string;
  /** Sections of one group stand together. */
  group: 'work' | 'clients' | 'installation';
  /** Right that the pages of the section need. */
  right: Right;
}

const seenByAll: Right = { role: 'viewer', owner: true };
const { titles } = texts.shell;

/** Sections of the navigation, in their order. */
export const sections: readonly Section[] = [
  { path: '/', title: titles.overview, icon: 'overview', key: 'o', group: 'work', right: seenByAll },
  { path: '/jobs', title: titles.jobs, icon: 'jobs', key: 'j', group: 'work', right: seenByAll },
  {
    path: '/playground',
    title: titles.playground,
    icon: 'playground',
    key: 'p',
    group: 'work',
    right: { role: 'operator' },
  },
  { path: '/accounts', title: titles.accounts, icon: 'accounts', key: 'a', group: 'clients', right: seenByAll },
  { path: '/keys', title: titles.keys, icon: 'keys', key: 'k', group: 'clients', right: seenByAll },
  { path: '/deliveries', title: titles.deliveries, icon: 'deliveries', key: 'd', group: 'clients', right: seenByAll },
  { path: '/audit', title: titles.audit, icon: 'audit', key: 'l', group: 'installation', right: seenByAll },
  { path: '/pricing', title: titles.pricing, icon: 'pricing', key: 'c', group: 'installation', right: seenByAll },
  { path: '/health', title: titles.health, icon: 'health', key: 'h', group: 'installation', right: { role: 'viewer' } },
  {
    path: '/settings',
    title: titles.settings,
    icon: 'settings',
    key: 's',
    group: 'installation',
    right: { role: 'viewer' },
  },
  {
    path: '/sessions',
    title: titles.sessions,
    icon: 'sessions',
    key: 'e',
    group: 'installation',
    right: { role: 'admin' },
  },
];
