import { audit } from './audit.ts';
import { forms } from './forms.ts';
import { job } from './job.ts';
import { accounts } from './accounts.ts';
import { forms } from './forms.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { bulk, deliveryList, jobList } from './jobs.ts';
import { pricing } from './pricing.ts';
import { problems } from './problems.ts';
import { sessions } from './sessions.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

/** The English texts, by part of the dashboard. A text with a value in it is a function. */
export const english = {
  audit,
  forms,
  job,
  pricing,
  problems,
  sessions,
  shell,
  signIn,
};
export const english = { shell, problems, forms, pricing, job };
export const english = { shell, problems, forms, lists, pricing, accounts };
export const english = { shell, problems, forms, lists, pricing, accounts, keys };
export const english = { shell, problems, pricing, jobList, bulk, deliveryList };
