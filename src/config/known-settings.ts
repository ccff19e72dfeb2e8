import { closest, distance } from 'fastest-levenshtein';

/** Names of all settings of all roles. A process may also have settings of another role. */
export const knownSettings: readonly string[] = [
  'ADWRIGHT_ACCOUNT_METRICS',
  'ADWRIGHT_ALLOW_HTTP_CALLBACKS',
  'ADWRIGHT_ARCHIVE_DAYS',
  'ADWRIGHT_CORS_ORIGINS',
  'ADWRIGHT_DATA_DIR',
  'ADWRIGHT_EGRESS_ALLOW',
  'ADWRIGHT_FINISHED_JOBS_MAX',
  'ADWRIGHT_IMAGE_CREATES_PER_MINUTE',
  'ADWRIGHT_IMAGE_PULL_SECONDS',
  'ADWRIGHT_INSTALLATION_SECRET',
  'ADWRIGHT_JOB_READS_PER_MINUTE',
  'ADWRIGHT_JOB_TTL_SECONDS',
  'ADWRIGHT_LEADER_ELECTION',
  'ADWRIGHT_LEASE_NAME',
  'ADWRIGHT_LISTEN',
  'ADWRIGHT_LOG_LEVEL',
  'ADWRIGHT_MAX_RUNNING_JOBS',
  'ADWRIGHT_METRICS_LISTEN',
  'ADWRIGHT_NAMESPACE',
  'ADWRIGHT_POD_NAME',
  'ADWRIGHT_PRICES',
  'ADWRIGHT_PUBLIC_URL',
  'ADWRIGHT_REDIS_CA_FILE',
  'ADWRIGHT_REDIS_PASSWORD',
  'ADWRIGHT_REDIS_PREFIX',
  'ADWRIGHT_REDIS_URL',
  'ADWRIGHT_REDIS_USERNAME',
  'ADWRIGHT_REQUEST_WAIT_SECONDS',
  'ADWRIGHT_REQUIRE_READABLE_BRAND',
  'ADWRIGHT_RESPONSE_CACHE_MIB',
  'ADWRIGHT_S3_BUCKET',
  'ADWRIGHT_S3_ENDPOINT',
  'ADWRIGHT_S3_FORCE_PATH_STYLE',
  'ADWRIGHT_S3_PREFIX',
  'ADWRIGHT_S3_REGION',
  'ADWRIGHT_STAGE_CONCURRENCY',
  'ADWRIGHT_STAGE_DEADLINES',
  'ADWRIGHT_STAGE_FAULTS',
  'ADWRIGHT_STAGE_INPUT',
  'ADWRIGHT_STAGE_MEMORY_MIB',
  'ADWRIGHT_STAGE_PODS',
  'ADWRIGHT_STAGE_WAIT_SECONDS',
  'ADWRIGHT_STORAGE',
  'ADWRIGHT_STORAGE_CLAIM',
  'ADWRIGHT_STORAGE_PATH',
  'ADWRIGHT_TERMINATION_MESSAGE_PATH',
  'ADWRIGHT_UNSCHEDULABLE_SECONDS',
  'ADWRIGHT_VIDEO_CREATES_PER_MINUTE',
  'ADWRIGHT_WAITING_REQUESTS_MAX',
  'ADWRIGHT_WATCH_ALL_NAMESPACES',
];

const prefix = 'ADWRIGHT_';
/** Largest edit distance between an unknown name and a setting at which the name counts as a misspelling. */
const editsMax = 2;
/**
 * Variables that the kubelet injects for Services named `adwright*`, unless the pod sets `enableServiceLinks: false`:
 * `ADWRIGHT_API_SERVICE_HOST`, `ADWRIGHT_API_SERVICE_PORT_HTTP`, `ADWRIGHT_API_PORT`, `ADWRIGHT_API_PORT_80_TCP_ADDR`.
 */
const serviceLink = /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?$/;

export interface UnknownSetting {
  name: string;
  /** The known setting that this is probably a misspelling of. */
  nearest: string | undefined;
}

/**
 * Returns the non-empty variables whose names start with `ADWRIGHT_` but are not settings. Variables that the kubelet
 * injects are left out.
 */
export function unknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const names = Object.keys(env).filter((name) => name.toUpperCase().startsWith(prefix) && (env[name] ?? '') !== '');
  return names
    .filter((name) => !knownSettings.includes(name) && !serviceLink.test(name))
    .map((name) => {
      const nearest = closest(name, knownSettings);
      return { name, nearest: distance(name, nearest) <= editsMax ? nearest : undefined };
    });
}
