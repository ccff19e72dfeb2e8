import { forms } from './forms.ts';
import { pricing } from './pricing.ts';
import { problems } from './problems.ts';
import { shell } from './shell.ts';

/** The English texts, by part of the dashboard. A text with a value in it is a function. */
export const english = { shell, problems, forms, pricing };
