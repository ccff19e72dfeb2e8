/** Path to which the identity provider sends the browser back. */
export const callbackPath = '/sign-in/callback';
