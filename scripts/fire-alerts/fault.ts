import { runbookCommands } from '../../test/cluster/support/runbook-commands.ts';
import { until } from '../../test/support/process/until.ts';
import type { FaultLab } from './lab.ts';

/** Names of what runbooks call JOB, POD and ACCOUNT. */
export type Names = Partial<Record<'JOB' | 'POD' | 'ACCOUNT', string>>;

/** A fault of an installation, the alerts that it fires, and how their runbooks end it. */
export interface Fault {
  /** The alerts, each with what the commands of its runbook print while the fault lasts. */
  alerts: Readonly<Record<string, RegExp>>;
  fault: string;
  mend: string;
  /** Seconds until the alerts fire. Default: 60. */
  seconds?: number;
  /** Makes the fault. */
  make(lab: FaultLab): Promise<Names>;
  /** Called every second until the alerts fire and, with `isMended`, until they end: for faults that clients cause. */
  meanwhile?(lab: FaultLab, isMended: boolean): Promise<unknown>;
  /** Does what the runbooks say. */
  undo(lab: FaultLab): Promise<unknown>;
}

export interface Outcome {
  alert: string;
  fault: string;
  mend: string;
  firedSeconds: number | undefined;
  /** True if the commands of the runbook showed the fault. */
  isShown: boolean;
  endedSeconds: number | undefined;
  /** Details of what went wrong. */
  problem: string;
  /** Commands of the runbook, with what each printed. */
  transcript: string;
}

interface Followed {
  /** Output of the commands. It leaves out the commands themselves, because they may contain the expected words. */
  output: string;
  transcript: string;
}

/** Retention tries a job again only after two minutes. */
const endSeconds = 400;

/** Makes a fault, follows the runbooks of its alerts, and waits until the alerts end. */
export async function fire(fault: Fault, lab: FaultLab): Promise<Outcome[]> {
  const startMs = performance.now();
  const names = await fault.make(lab);
  const fired = await reached(fault, lab, { isFiring: true, isMended: false, startMs, seconds: fault.seconds ?? 60 });
  const shown = await Promise.all(
    Object.entries(fault.alerts).map(async ([alert, pattern]) => {
      const { output, transcript } = await followed(alert, lab, names);
      const problem = pattern.test(output) ? '' : `the runbook printed nothing like ${String(pattern)}:\n${transcript}`;
      return { alert, problem, transcript };
    }),
  );
  const mendMs = performance.now();
  await fault.undo(lab);
  const ended = await reached(fault, lab, { isFiring: false, isMended: true, startMs: mendMs, seconds: endSeconds });
  return shown.map(({ alert, problem, transcript }) => ({
    alert,
    fault: fault.fault,
    mend: fault.mend,
    firedSeconds: fired.get(alert),
    isShown: problem === '',
    endedSeconds: ended.get(alert),
    problem,
    transcript,
  }));
}

interface Wanted {
  isFiring: boolean;
  isMended: boolean;
  startMs: number;
  seconds: number;
}

/** Waits until all alerts of a fault fire, or none does. Returns the seconds that each has taken. */
async function reached(fault: Fault, lab: FaultLab, wanted: Wanted): Promise<Map<string, number>> {
  const { isFiring, isMended, startMs, seconds } = wanted;
  const alerts = Object.keys(fault.alerts);
  const taken = new Map<string, number>();
  const look = async (): Promise<boolean> => {
    const firing = new Set((await lab.prometheus.firing()).map(({ alertname }) => alertname));
    for (const alert of alerts)
      if (firing.has(alert) === isFiring && !taken.has(alert)) taken.set(alert, (performance.now() - startMs) / 1_000);
    if (taken.size < alerts.length) await fault.meanwhile?.(lab, isMended);
    return taken.size === alerts.length;
  };
  await until(look, seconds).catch(() => undefined);
  return taken;
}

/** Runs the commands of the runbook of an alert. */
async function followed(alert: string, lab: FaultLab, names: Names): Promise<Followed> {
  const page = alert.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
  const transcript: string[] = [];
  const printed: string[] = [];
  for (const { command } of runbookCommands().filter((one) => one.page === page)) {
    const line = command.replaceAll(/\b(JOB|POD|ACCOUNT)\b(?!:)/g, (_, name: keyof Names) => names[name] ?? name);
    if (line.startsWith('adwright ')) continue; // what the runbook does, and not what it looks at
    const output = await outputOf(line, lab);
    printed.push(output);
    transcript.push(`$ ${line}\n${output}`);
  }
  return { output: printed.join('\n'), transcript: transcript.join('\n') };
}

async function outputOf(line: string, lab: FaultLab): Promise<string> {
  if (line.startsWith('redis-cli ')) return lab.redis(...line.split(' ').slice(3));
  const { stdout, stderr } = await lab.shell(line);
  return `${stdout}${stderr}`;
}
