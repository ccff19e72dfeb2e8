import { formRoute, type AdminRoute } from './contract.ts';
import { returnPath } from './sign-in/return-path.ts';
import { seeOther } from './web/answers.ts';
import { themes } from './web/view.ts';
import { choiceCookies } from './web/view-of.ts';

/** Path of the form with the choices of a person about how pages look. */
export const choicesPath = '/choices';
/** Names of the fields of that form. */
export const choiceNames = { theme: 'theme', utc: 'utc' } as const;

const allowed = { theme: themes, utc: ['true', 'false'] } as const;
const yearSeconds = 31_536_000;

/** Stores a choice in a cookie of the browser, and shows the page again on which it was made. */
export function choicesRoutes({ publicUrl }: { publicUrl: string }): AdminRoute[] {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  return [
    formRoute(choicesPath, { role: 'viewer', owner: true }, ({ form }) =>
      seeOther(base + backOf(form), cookieHeader(form, base)),
    ),
  ];
}

/** Returns the path of the page that sent the form. Other sites are never returned. */
function backOf(form: URLSearchParams): string {
  return returnPath(form.get('back')) ?? '/';
}

/** A form holds one choice: the value of the button that was pressed. */
function cookieHeader(form: URLSearchParams, base: string): Record<string, string> {
  for (const choice of [choiceNames.theme, choiceNames.utc]) {
    const value = form.get(choice);
    if (value !== null && [...allowed[choice]].some((one) => one === value))
      return {
        'Set-Cookie': `${choiceCookies[choice]}=${value}; Path=${base}/; Max-Age=${yearSeconds}; SameSite=Lax`,
      };
  }
  return {};
}
