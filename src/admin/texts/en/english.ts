import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { forms } from './forms.ts';
import { job } from './job.ts';
import { bulk, deliveryList, jobList } from './jobs.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { overview } from './overview.ts';
import { playground } from './playground.ts';
import { health } from './health.ts';
import { settings } from './settings.ts';
import { pricing } from './pricing.ts';
import { problems } from './problems.ts';
import { sessions } from './sessions.ts';
import { shell } from './shell.ts';
import { states } from './states.ts';
import { signIn } from './sign-in.ts';

/** The English texts, by part of the dashboard. A text with a value in it is a function. */
export const english = {
  accounts,
  audit,
  bulk,
  deliveryList,
  forms,
  job,
  jobList,
  keys,
  lists,
  overview,
  playground,
  health,
  settings,
  pricing,
  problems,
  sessions,
  shell,
  signIn,
  states,
};
