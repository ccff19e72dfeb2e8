import type { AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { accountListRoute } from './account-list.ts';
import { accountPageRoute } from './account-page.ts';
import { accountSettingsRoute } from './account-settings.ts';
import { accountStateRoutes } from './account-state.ts';
import { callbackTestRoutes } from './callback-test.ts';
import { grantRoutes } from './grants.ts';
import { newAccountRoutes } from './new-account.ts';
import { signingSecretRoutes } from './signing-secret.ts';

/** Pages and actions of accounts: credits, settings, signing secrets and test callbacks. */
export function accountRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    ...[accountListRoute(deps), ...newAccountRoutes(deps), accountPageRoute(deps), accountSettingsRoute(deps)],
    ...[...grantRoutes(deps), ...accountStateRoutes(deps), ...signingSecretRoutes(deps), ...callbackTestRoutes(deps)],
  ];
}
