import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Namespace } from '../../test/cluster/support/namespace.ts';
import { until } from '../../test/support/process/until.ts';
import { RuleGroups, shortenedRules } from './rules.ts';

/** The 30 seconds of the chart, shortened like the rules. */
const interval = '1s';
const targetsFile = 'targets.json';
const targetsMs = 1_000;
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ labels: z.record(z.string(), z.string()), state: z.string() })) }),
});
const Rules = z.object({ spec: z.object({ groups: RuleGroups }) });

interface Parts {
  folder: string;
  url: string;
  alerts: string[];
  refreshed: NodeJS.Timeout;
}

/** A Prometheus that scrapes the pods of an installation and evaluates the rules of its chart. */
export class Prometheus {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #url: string;
  readonly #refreshed: NodeJS.Timeout;
  /** Names of the alerts of the chart. */
  readonly alerts: readonly string[];

  private constructor(child: ChildProcess, { folder, url, alerts, refreshed }: Parts) {
    this.#child = child;
    this.#folder = folder;
    this.#url = url;
    this.alerts = alerts;
    this.#refreshed = refreshed;
  }

  static async start(namespace: Namespace): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'adwright-prometheus-'));
    const { spec } = Rules.parse(
      JSON.parse(await namespace.kubectl('get', 'prometheusrule', 'adwright', '-o', 'json')),
    );
    writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: shortenedRules(spec.groups) }));
    writeFileSync(join(folder, 'prometheus.yaml'), stringify(config()));
    const refreshed = await refreshing(join(folder, targetsFile), namespace);
    const port = await freePort();
    const flags = [`--config.file=${folder}/prometheus.yaml`, `--storage.tsdb.path=${folder}/data`];
    const child = spawn('prometheus', [...flags, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    const alerts = spec.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const prometheus = new Prometheus(child, { folder, url, alerts, refreshed });
    await until(() => fetch(`${url}/-/ready`).then(({ ok }) => ok, () => false)); // prettier-ignore
    return prometheus;
  }

  /** Returns the labels of all firing alerts. */
  async firing(): Promise<Record<string, string>[]> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { alerts } = Alerts.parse(await answer.json()).data;
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
  }

  async isFiring(alert: string): Promise<boolean> {
    return (await this.firing()).some(({ alertname }) => alertname === alert);
  }

  stop(): void {
    clearInterval(this.#refreshed);
    this.#child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Scrapes the pods as the chart's ServiceMonitor asks the Prometheus operator to do. */
function config(): object {
  return {
    global: { scrape_interval: interval, scrape_timeout: interval, evaluation_interval: interval },
    rule_files: ['rules.yaml'],
    scrape_configs: [
      {
        job_name: 'adwright',
        file_sd_configs: [{ files: [targetsFile], refresh_interval: interval }],
        metric_relabel_configs: [
          { source_labels: ['exported_endpoint'], regex: '(.+)', target_label: 'endpoint' },
          { regex: 'exported_endpoint', action: 'labeldrop' },
        ],
      },
    ],
  };
}

const Pods = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()) }),
      status: z.object({ phase: z.string(), podIP: z.string().optional() }),
    }),
  ),
});

/** Returns the targets of the Service of metrics. Debian's Prometheus cannot find them by itself. */
async function targets(namespace: Namespace): Promise<string> {
  const listed = await namespace.kubectl('get', 'pods', '-l', 'adwright.dev/metrics=adwright', '-o', 'json');
  const reachable = Pods.parse(JSON.parse(listed)).items.filter(({ status }) => status.phase === 'Running');
  const all = reachable.map(({ metadata: { name, labels }, status: { podIP = '' } }) => ({
    targets: [`${podIP}:9090`],
    labels: {
      namespace: namespace.name,
      service: 'adwright-metrics',
      job: 'adwright-metrics',
      pod: name,
      endpoint: 'metrics',
      app_kubernetes_io_component: labels['app.kubernetes.io/component'] ?? '',
    },
  }));
  return JSON.stringify(all);
}

/** Writes the targets to a file, now and every second. */
async function refreshing(file: string, namespace: Namespace): Promise<NodeJS.Timeout> {
  const refresh = async (): Promise<void> => {
    writeFileSync(`${file}~`, await targets(namespace));
    renameSync(`${file}~`, file);
  };
  await refresh();
  let running = false;
  return setInterval(() => {
    if (running) return;
    running = true;
    void refresh()
      .catch(() => undefined) // the API server restarts
      .finally(() => (running = false));
  }, targetsMs);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = z.custom<AddressInfo>().parse(server.address());
      server.close(() => {
        resolve(port);
      });
    });
  });
}
