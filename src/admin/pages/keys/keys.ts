import type { AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { keyLimitsRoute } from './key-limits.ts';
import { keyListRoute } from './key-list.ts';
import { keyPageRoute } from './key-page.ts';
import { keySecretRoutes } from './key-secret.ts';
import { newKeyRoutes } from './new-key.ts';

/** Pages and actions of API keys: their limits, expiry and secrets. */
export function keyRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    ...[keyListRoute(deps), ...newKeyRoutes(deps), keyPageRoute(deps), keyLimitsRoute(deps)],
    ...keySecretRoutes(deps),
  ];
}
