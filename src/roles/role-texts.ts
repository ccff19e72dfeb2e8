/** What `--help` says of a role. */
interface RoleText {
  description: string;
  help: string;
}

export type RoleName = 'local' | 'api' | 'controller';

export const roleTexts: Readonly<Record<RoleName, RoleText>> = {
  local: {
    description: 'Run the whole service on this machine: API, controller and stages',
    help: `
Settings come from the environment:
  ADWRIGHT_DATA_DIR           where jobs and files are kept (data)
  ADWRIGHT_LISTEN             address of the API (127.0.0.1:8080)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (127.0.0.1:9090)
  ADWRIGHT_PUBLIC_URL         how clients reach the API, for links
  ADWRIGHT_EGRESS_ALLOW       private addresses that may be fetched: 10.1.0.0/16,127.0.0.0/8:8081
  ADWRIGHT_PRICES             credits by action, over the built-in list: {"image1k": 6}
  and more (limits of keys, retention, stages, logs) on the configuration page.

Example:
  $ ADWRIGHT_DATA_DIR=/var/lib/adwright adwright local`,
  },
  api: {
    description: 'Run the REST API on a cluster',
    help: `
The Helm chart sets what it needs. The settings, from the environment:
  ADWRIGHT_NAMESPACE          where accounts, keys and jobs are
  ADWRIGHT_PUBLIC_URL         how clients reach the API, for links
  ADWRIGHT_STORAGE            volume (ADWRIGHT_STORAGE_PATH, ADWRIGHT_STORAGE_CLAIM) or s3 (ADWRIGHT_S3_BUCKET, ...)
  ADWRIGHT_REDIS_URL          where limits and credits are: redis:// or rediss:// with host and port
  ADWRIGHT_LISTEN             address of the API (:8080)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (:9090)
  and more on the configuration page. The cluster is the one it runs in, or that of KUBECONFIG.

Example, against a cluster from outside:
  $ ADWRIGHT_NAMESPACE=ads ADWRIGHT_PUBLIC_URL=http://localhost:8080 ADWRIGHT_STORAGE=s3 ADWRIGHT_S3_BUCKET=ads \\
      ADWRIGHT_REDIS_URL=redis://localhost:6379 KUBECONFIG=dev.yaml adwright api`,
  },
  controller: {
    description: 'Run the controller on a cluster: it drives AdJobs through their stages',
    help: `
The Helm chart sets what it needs. The settings, from the environment:
  ADWRIGHT_NAMESPACE            of the Lease and, unless ADWRIGHT_WATCH_ALL_NAMESPACES=true, of the AdJobs
  ADWRIGHT_PUBLIC_URL           how clients reach the API: links in results begin with it
  ADWRIGHT_STORAGE              as for the API
  ADWRIGHT_REDIS_URL            as for the API
  ADWRIGHT_INSTALLATION_SECRET  at least 32 characters; file addresses are made with it
  ADWRIGHT_STAGE_PODS           YAML file that says what stage pods look like
  ADWRIGHT_METRICS_LISTEN       address of /metrics, /livez and /readyz (:9090)
  and more on the configuration page. The cluster is the one it runs in, or that of KUBECONFIG.

Example: see charts/adwright, which renders all of it`,
  },
};
