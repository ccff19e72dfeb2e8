interface RoleText {
  description: string;
  help: string;
}

export type RoleName = 'local' | 'api' | 'controller' | 'admin';

export const roleTexts: Readonly<Record<RoleName, RoleText>> = {
  local: {
    description: 'Run the whole service on this machine: API, dashboard, controller and stages',
    help: `
Settings come from the environment:
  ADWRIGHT_DATA_DIR           folder of jobs and files (data)
  ADWRIGHT_LISTEN             address of the API (127.0.0.1:8080)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (127.0.0.1:9090)
  ADWRIGHT_PUBLIC_URL         base URL of the API in links
  ADWRIGHT_ADMIN_LISTEN       address of the dashboard (127.0.0.1:8081), or off
  ADWRIGHT_EGRESS_ALLOW       private addresses that may be fetched: 10.1.0.0/16,127.0.0.0/8:8081
  ADWRIGHT_PRICES             credits by action, which override the built-in list: {"image1k": 6}
The configuration page lists all settings (limits of keys, retention, stages, logs).

Example:
  $ ADWRIGHT_DATA_DIR=/var/lib/adwright adwright local`,
  },
  api: {
    description: 'Run the REST API on a cluster',
    help: `
The Helm chart sets these. Settings come from the environment:
  ADWRIGHT_NAMESPACE          namespace of accounts, keys and jobs
  ADWRIGHT_PUBLIC_URL         base URL of the API in links
  ADWRIGHT_STORAGE            volume (ADWRIGHT_STORAGE_PATH, ADWRIGHT_STORAGE_CLAIM) or s3 (ADWRIGHT_S3_BUCKET, ...)
  ADWRIGHT_REDIS_URL          Redis of the ledger and rate limits: redis:// or rediss:// with host and port
  ADWRIGHT_LISTEN             address of the API (:8080)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (:9090)
The configuration page lists all settings. The cluster is that of KUBECONFIG, or the one of the pod.

Example, outside the cluster:
  $ ADWRIGHT_NAMESPACE=ads ADWRIGHT_PUBLIC_URL=http://localhost:8080 ADWRIGHT_STORAGE=s3 ADWRIGHT_S3_BUCKET=ads \\
      ADWRIGHT_REDIS_URL=redis://localhost:6379 KUBECONFIG=dev.yaml adwright api`,
  },
  controller: {
    description: 'Run the controller on a cluster: it runs the stages of AdJobs',
    help: `
The Helm chart sets these. Settings come from the environment:
  ADWRIGHT_NAMESPACE            namespace of the Lease and, unless ADWRIGHT_WATCH_ALL_NAMESPACES=true, of the AdJobs
  ADWRIGHT_PUBLIC_URL           base URL of the API in links of results
  ADWRIGHT_STORAGE              as for the API
  ADWRIGHT_REDIS_URL            as for the API
  ADWRIGHT_INSTALLATION_SECRET  at least 32 characters; key of the file addresses
  ADWRIGHT_STAGE_PODS           YAML file with the settings of stage pods
  ADWRIGHT_METRICS_LISTEN       address of /metrics, /livez and /readyz (:9090)
The configuration page lists all settings. The cluster is that of KUBECONFIG, or the one of the pod.

Example: see charts/adwright, which sets all of them`,
  },
  admin: {
    description: 'Run the admin dashboard on a cluster',
    help: `
The Helm chart sets these if admin.enabled is true. Settings come from the environment:
  ADWRIGHT_NAMESPACE          namespace of accounts, keys and jobs
  ADWRIGHT_ADMIN_URL          base URL of the dashboard: https, or http on this machine
  ADWRIGHT_PUBLIC_URL         base URL of the API, for requests to copy
  ADWRIGHT_STORAGE            as for the API
  ADWRIGHT_REDIS_URL          as for the API; sessions are stored there too
  ADWRIGHT_ACCOUNT_SECRETS    Secret with the signing secrets (adwright-account-secrets)
  ADWRIGHT_ADMIN_LISTEN       address of the dashboard (:8081)
  ADWRIGHT_METRICS_LISTEN     address of /metrics (:9090)
The configuration page lists all settings. The cluster is that of KUBECONFIG, or the one of the pod.

Example, outside the cluster:
  $ ADWRIGHT_NAMESPACE=ads ADWRIGHT_ADMIN_URL=http://localhost:8081 ADWRIGHT_PUBLIC_URL=http://localhost:8080 \\
      ADWRIGHT_STORAGE=s3 ADWRIGHT_S3_BUCKET=ads ADWRIGHT_REDIS_URL=redis://localhost:6379 KUBECONFIG=dev.yaml adwright admin`,
  },
};
