import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { AuditLog } from '../audit-log/port.ts';
import type { Clock } from '../clock/port.ts';
import type { SettingInForce } from './setting-in-force.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import type { AllPorts } from '../operations/registry.ts';
import type { RateLimiter } from '../ratelimit/port.ts';
import type { ObjectCache } from '../runtime/object-cache.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { RequestRules } from '../schema/address-issues.ts';
import type { ApiKey, WindowDefaults } from '../schema/apikey.ts';
import type { Identified } from '../http/serve.ts';
import type { AdminContract } from './contract.ts';
import type { JobTable } from './jobs/job-table.ts';
import type { Sessions } from './sign-in/sessions.ts';
import type { SignInWays } from './sign-in/sign-in-ways.ts';
import type { StageLogs } from '../stage-logs/port.ts';
import type { ExpiringState } from './state/port.ts';
import type { Viewer } from './viewer.ts';

/** Finds the person of a request. Refuses a request without a valid session. */
export type Authenticate = (request: IncomingMessage, contract: AdminContract) => Promise<Identified<Viewer>>;

/** Everything that the dashboard depends on. */
export interface AdminDeps extends Omit<AllPorts, 'clock' | 'artifacts' | 'sessions'> {
  /** Public URL of the dashboard, without a trailing slash. */
  publicUrl: string;
  /** Public URL of the REST API, for requests to copy. */
  apiUrl: string;
  /** Namespace of new objects. `isOnly`: the dashboard shows no other namespaces. */
  namespace: { name: string; isOnly: boolean };
  /** Settings of this process, without the values of secrets. */
  settingsInForce: readonly SettingInForce[];
  authenticate: Authenticate;
  sessions: Sessions;
  signIn: SignInWays;
  auditLog: AuditLog;
  state: ExpiringState;
  /** Caches that one watch of each kind keeps current. */
  accounts: Pick<ObjectCache<AdAccount>, 'get' | 'values' | 'onChange'>;
  keys: Pick<ObjectCache<ApiKey>, 'get' | 'values' | 'onChange'>;
  /** A row for every AdJob, which one watch keeps current. */
  table: Pick<JobTable, 'rows' | 'find' | 'files' | 'version' | 'onChange'>;
  artifacts: Pick<ArtifactStore, 'get' | 'open' | 'stat' | 'list' | 'deleteTree'>;
  stageLogs: StageLogs;
  rateLimiter: Pick<RateLimiter, 'used'>;
  windowDefaults: WindowDefaults;
  /** Rules for the addresses in a request for an ad. */
  requestRules: RequestRules;
  readiness: Readiness;
  /** Aborted when the process begins to stop, so that open streams end. */
  stopping: AbortSignal;
  clock: Clock;
  newRequestId: () => string;
  /** Returns the random id of a form or of a draft. */
  newFormId: () => string;
  /** Runs work that outlasts its request. The process waits for the work before it stops. */
  background: Pick<BoundedBackground, 'run'>;
  logger: Logger;
  metrics: Registry;
}
