export const signIn = {
  title: 'Sign in',
  intro: 'This page needs a sign-in.',
  withProvider: (name: string) => `Sign in with ${name}`,
  link: {
    advice:
      'The operator of this installation can make a link that signs you in once. This command prints the link. Run it where the service runs:',
    title: 'Sign in with this link?',
    withRole: (name: string | undefined, role: string) =>
      `The link signs you in ${name === undefined ? '' : `as ${name}, `}with the role ${role}.`,
    withAccounts: (name: string | undefined, accounts: string) =>
      `The link signs you in ${name === undefined ? '' : `as ${name}, `}as an owner of the accounts ${accounts}.`,
    replaces: 'The link ends that session and begins a new one.',
    text: 'The link works only once.',
    button: 'Sign in',
    invalid: {
      title: 'The link does not work any more',
      text: 'A sign-in link works once, within ten minutes. This one was used, has expired or is incomplete. Make a new one:',
    },
  },
  kubernetes: {
    label: 'Kubernetes token',
    hint: (audience: string) => `Make one with: kubectl create token NAME --audience ${audience}`,
    button: 'Sign in with the token',
    rejected: {
      title: 'The token was not accepted',
      text: (audience: string) =>
        `The cluster does not accept the token, or the token was not made for the audience ${audience}.`,
    },
    noRole: {
      title: 'No role',
      text: (user: string) =>
        `${user} may not read jobs where this dashboard works, so there is nothing to show. Ask for the right to list adjobs (viewer), to patch adjobs (operator), or to create and patch both adaccounts and apikeys (admin), then sign in again.`,
    },
    away: {
      title: 'The cluster does not respond',
      text: 'The token could not be checked. Try again in a minute.',
    },
  },
  origin: {
    dropped: (address: string) =>
      `You cannot sign in here. The dashboard is served over plain http, and browsers drop the cookie of the session unless the address is https or on this machine. The address of this dashboard is ${address}. Serve it over https, or open it on the machine itself.`,
    otherName: (address: string) => `This is not the address of the dashboard. Open it at ${address}.`,
  },
  ended: {
    title: 'Your session has ended',
    why: {
      idle: 'It was not used for 30 minutes.',
      age: 'It was 12 hours old, the maximum age of a session.',
      'signed-out': 'You have signed out.',
      ended: 'An admin has ended it.',
      renewed: 'You have signed in again in this browser since, and the new session has replaced it.',
      'no-role': 'Your account has no role in this dashboard any more.',
    },
    kept: 'What you entered is kept for ten minutes. Sign in, and the form is filled in again. Nothing was changed yet.',
    notKept: 'Nothing was changed.',
  },
  draft: 'This form contains what you entered before you signed in. Nothing was changed yet.',
  stepUp: {
    title: 'Sign in again',
    text: 'This needs a sign-in within the last ten minutes. What you have entered is kept, and nothing was changed yet.',
    link: 'Your session began with a sign-in link, so a new link is needed. Make one, and open it in this browser:',
  },
  notRecorded: {
    title: 'You are not signed in',
    text: 'The audit log cannot be written, so no sign-in is accepted. Nothing was changed. Try again in a minute, or tell the operator of this installation.',
  },
  throttled: {
    title: 'Too many sign-ins',
    text: (wait: string) =>
      `There were too many attempts to sign in this way, from your address or in total. Try again in ${wait}.`,
  },
  unknownAttempt: {
    title: 'This sign-in did not start here',
    text: 'It started in another browser, took longer than ten minutes, or has already ended. Begin again.',
  },
  faults: {
    title: 'The sign-in has failed',
    away: (name: string) => `${name} does not respond, or not as an identity provider does. Try again in a minute.`,
    refused: (name: string, code: string) => `${name} has refused the sign-in (${code}).`,
    used: (name: string) => `${name} says that this sign-in was used before or has expired. Begin again.`,
    settings: (name: string, code: string) =>
      `${name} does not accept the settings of this dashboard (${code}). The operator of this installation must correct the client id, the secret or the redirect address.`,
    issuer: (name: string) =>
      `The issuer that ${name} names is not the one in the settings. The operator of this installation must correct ADWRIGHT_ADMIN_OIDC_ISSUER.`,
    clock: (name: string) =>
      `The clocks of ${name} and of this service differ by more than a minute, so the sign-in counts as expired. The operator of this installation must correct the clock.`,
    invalid: (name: string) => `What ${name} has sent does not belong to this sign-in. Begin again.`,
    again: 'Begin again',
  },
  notRecent: {
    title: 'The sign-in was not recent',
    text: (name: string) =>
      `${name} did not ask you to prove who you are, or does not say when you did (claim auth_time). So this sign-in does not count as recent. Use a sign-in link for this change.`,
  },
  noRole: {
    title: 'Your account has no role here',
    missing: (claim: string) => `The claim ${claim}, from which roles are read, is missing or empty.`,
    overage: (claim: string) =>
      `You are in so many groups that the identity provider leaves out the claim ${claim}. Its administrator must send only the groups that are assigned to this application, or app roles.`,
    unverified: (claim: string) =>
      `The identity provider does not say that it has verified the address in the claim ${claim}: its claim email_verified must be true. If it never sends that claim, the operator of this installation must map another one, such as groups.`,
    'not-mapped': (claim: string) => `The claim ${claim} has these values, and none of them has a role:`,
    advice: 'Ask for a role, then sign in again. Roles are read only when you sign in.',
  },
  out: {
    title: 'Sign out',
    signedInAs: (name: string) => `You are signed in as ${name}.`,
    button: 'Sign out',
    done: 'You are signed out.',
    again: 'Sign in',
    provider: (name: string) => `Sign out of ${name} too`,
  },
};
