import type { IncomingHttpHeaders } from 'node:http';
import { texts } from '../texts/texts.ts';
import { field, form, hidden } from '../web/components/form.ts';
import { copyable, notice } from '../web/components/parts.ts';
import { html, url, type Html } from '../web/html.ts';
import type { View } from '../web/view.ts';
import { originFault } from './origin-fault.ts';
import type { SignInWays } from './sign-in-ways.ts';

const { signIn } = texts;
export const signInCommand = 'adwright admin sign-in';

interface Offered {
  deps: { signIn: SignInWays; publicUrl: string };
  headers: IncomingHttpHeaders;
  /** Page to which the person returns. */
  returnTo: string | undefined;
  /** True if the provider must ask the person to prove again who they are. */
  again?: boolean;
}

/** Returns the ways to sign in, or why none of them would work at this address. */
export function signInBody(view: View, offered: Offered): Html {
  const { publicUrl } = offered.deps;
  const fault = originFault(publicUrl, offered.headers.host);
  const address = `${publicUrl}/`;
  if (fault === 'dropped') return notice('bad', signIn.origin.dropped(address));
  const warning =
    fault === undefined
      ? undefined
      : notice('warning', html`<a href="${url(address)}">${signIn.origin.otherName(address)}</a>`);
  return html`${warning}${providerWay(view, offered)}${kubernetesWay(view, offered)}${linkWay()}`;
}

export function providerWay(view: View, { deps, returnTo, again = false }: Offered): Html | undefined {
  const { openid } = deps.signIn;
  if (openid === undefined) return undefined;
  const address = view.to('/sign-in/provider', { return: returnTo, again: again ? '1' : undefined });
  return html`<p><a class="button primary" href="${url(address)}">${signIn.withProvider(openid.provider.name)}</a></p>`;
}

export function kubernetesWay(view: View, { deps, returnTo }: Offered): Html | undefined {
  const { kubernetes } = deps.signIn;
  if (kubernetes === undefined) return undefined;
  const { label, hint, button } = signIn.kubernetes;
  const token = field({ name: 'token', label, hint: hint(kubernetes.audience), type: 'password', isRequired: true });
  return form(view, {
    action: '/sign-in/kubernetes',
    fields: html`${hidden({ return: returnTo })}${token}`,
    submit: button,
  });
}

function linkWay(): Html {
  return html`<p>${signIn.link.advice}</p>
    ${copyable(signInCommand)}`;
}
