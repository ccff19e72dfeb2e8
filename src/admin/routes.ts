import { BulkRunner } from './bulk/bulk-runner.ts';
import { BulkStore } from './bulk/bulk-store.ts';
import { choicesRoutes } from './choices.ts';
import type { AdminRoute } from './contract.ts';
import type { AdminDeps } from './deps.ts';
import { liveRoutes } from './live/live-routes.ts';
import { accountRoutes } from './pages/accounts/accounts.ts';
import { auditRoutes } from './pages/audit/audit.ts';
import { bulkRoutes } from './pages/bulk/bulk.ts';
import { deliveriesRoutes } from './pages/deliveries/deliveries.ts';
import { jobRoutes } from './pages/job/job-routes.ts';
import { jobsRoutes } from './pages/jobs/jobs.ts';
import { keyRoutes } from './pages/keys/keys.ts';
import { overviewRoutes } from './pages/overview/overview.ts';
import { playgroundRoutes } from './pages/playground/playground.ts';
import { pricingRoutes } from './pages/pricing.ts';
import { probeRoutes } from './pages/probes.ts';
import { sessionsRoutes } from './pages/sessions.ts';
import { signInRoutes } from './pages/sign-in/sign-in-routes.ts';
import { settingsRoutes } from './pages/settings.ts';
import { healthRoutes } from './pages/health.ts';
import { assetRoutes } from './web/assets.ts';

/** All addresses of the dashboard, by what they are about. */
export function createRoutes(deps: AdminDeps): AdminRoute[] {
  const bulks = new BulkStore(deps.state);
  const jobs = { ...deps, bulks, runner: new BulkRunner(deps, bulks) };
  return [
    ...assetRoutes(),
    ...choicesRoutes(deps),
    ...liveRoutes(deps),
    ...overviewRoutes(deps),
    ...playgroundRoutes(deps),
    ...probeRoutes(deps),
    ...signInRoutes(deps),
    ...jobsRoutes(jobs),
    ...jobRoutes(deps),
    ...bulkRoutes(jobs),
    ...deliveriesRoutes(jobs),
    ...settingsRoutes(deps),
    ...healthRoutes(deps),
    ...pricingRoutes(deps),
    ...sessionsRoutes(deps),
    ...auditRoutes(deps),
    ...accountRoutes(deps),
    ...keyRoutes(deps),
  ];
}
