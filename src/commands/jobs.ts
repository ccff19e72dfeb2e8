import { Command, Option } from 'commander';
import { deliveryOf } from '../domain/delivery.ts';
import { jobIdOf } from '../domain/job-view.ts';
import { adJobKind } from '../domain/kinds.ts';
import { replayAnnotation } from '../domain/labels.ts';
import { decideReplay, replaysPerHour } from '../domain/replay.ts';
import { isTerminal } from '../domain/terminal.ts';
import { jobPhases, jobTypes, type AdJob } from '../schema/adjob.ts';
import { duration, whole } from './arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, outputOption, type CommandContext } from './context.ts';
import { deliveryLines } from './delivery-lines.ts';
import { followJob } from './follow-job.ts';
import { progressLines } from './job-progress.ts';
import { jobByUid, newestJobs } from './newest-jobs.ts';
import { annotate, modify, notFound } from './objects.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';
import { redraw } from './redraw.ts';

export function jobsCommand(context: CommandContext): Command {
  const group = new Command('jobs')
    .alias('job')
    .description('List, show, watch and cancel jobs, and send their callbacks again');
  for (const make of [list, get, watch, cancel, replay, redraw]) group.addCommand(make(context));
  return group;
}

interface Filter {
  account?: string;
  status?: string;
  type?: string;
  limit: number;
  output: OutputFormat;
}

function list(context: CommandContext): Command {
  return new Command('list')
    .alias('ls')
    .description('List jobs, newest first')
    .option('--account <name>', 'only jobs of this account')
    .addOption(new Option('--status <status>', 'only jobs with this status').choices(jobPhases))
    .addOption(new Option('--type <type>', 'only jobs of this type').choices(jobTypes))
    .option('--limit <n>', 'maximum number of jobs to list', whole(1, 100_000), 50)
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ adwright jobs list\n  $ adwright jobs list --account acme --status FAILED -o json',
    )
    .action(async (filter: Filter) => {
      const store = await context.store();
      const isWanted = (job: AdJob): boolean => wanted(job, filter);
      const newest = await newestJobs(store, context.namespace, { limit: filter.limit, isWanted });
      print(context, filter.output, newest, columns(context));
    });
}

function wanted({ spec, status }: AdJob, { account, status: phase, type }: Filter): boolean {
  return (
    (account ?? spec.accountRef.name) === spec.accountRef.name &&
    (type ?? spec.type) === spec.type &&
    (phase ?? status?.phase ?? 'PENDING') === (status?.phase ?? 'PENDING')
  );
}

function get(context: CommandContext): Command {
  return new Command('get')
    .alias('show')
    .description('Show one job: its stages, its files, notes on what was left out, and the deliveries of its callback')
    .argument('<job-id>', 'job id')
    .addOption(outputOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ adwright jobs get 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10\n  $ adwright jobs get 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10 -o yaml`,
    )
    .action(async (id: string, { output }: { output: OutputFormat }) => {
      const job = await findJob(context, id);
      print(context, output, job, columns(context));
      if (output !== 'table') return;
      const delivery = deliveryOf(job, context.clock.now());
      const lines = [...progressLines(undefined, job.status), ...deliveryLines(job.spec.callbackUrl, delivery)];
      context.out(`\n${lines.join('\n')}\n`);
    });
}

function watch(context: CommandContext): Command {
  return new Command('watch')
    .description('Watch a job until it ends and print a line for every change')
    .argument('<job-id>', 'job id')
    .option('--timeout <duration>', 'stop watching after this time: 30s, 5m', duration)
    .addHelpText(
      'after',
      `\nExample:\n  $ adwright jobs watch 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10 --timeout 5m\n${exitCodeHelp}`,
    )
    .action(async (id: string, { timeout }: { timeout?: number }) => {
      const signal = timeout === undefined ? new AbortController().signal : AbortSignal.timeout(timeout);
      const { metadata } = await findJob(context, id);
      const ended = await followJob(context, metadata.name, signal);
      if (ended === undefined)
        throw new CommandError('The job is still running. Run `adwright jobs watch` again.', exitCodes.timedOut);
      if (ended.status?.phase === 'FAILED') throw new CommandError('', exitCodes.jobFailed);
    });
}

function cancel(context: CommandContext): Command {
  return new Command('cancel')
    .description('Cancel a job; it ends FAILED [cancelled]')
    .argument('<job-id>', 'job id')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  $ adwright jobs cancel 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10')
    .action(async (id: string, { output }: { output: OutputFormat }) => {
      const { metadata } = await findJob(context, id);
      const job = await modify(context, adJobKind, metadata.name, (seen) => {
        if (isTerminal(seen)) throw new CommandError(`The job has already ended: ${seen.status?.phase ?? ''}.`);
        return { cancel: true };
      });
      print(context, output, job, columns(context));
    });
}

function replay(context: CommandContext): Command {
  return new Command('replay')
    .description('Send the callback of a finished job again, with the same webhook-id')
    .argument('<job-id>', 'job id')
    .addHelpText('after', '\nExample:\n  $ adwright jobs replay 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10')
    .action(async (id: string) => {
      const { metadata } = await findJob(context, id);
      const job = await annotate(context, adJobKind, metadata.name, (seen) => ({
        [replayAnnotation]: replayOf(seen, context.clock.now()),
      }));
      context.out(
        `The controller sends the callback again. See its attempts with \`adwright jobs get ${jobIdOf(job)}\`.\n`,
      );
    });
}

const refusals = {
  no_callback: 'The job has no callback: it was created without a callback URL.',
  job_not_finished: 'The job has not ended yet. Its callback is sent when it ends.',
  job_archived: 'The job is archived, so its callback cannot be sent again.',
};

/**
 * Returns the value of the annotation that requests another delivery of the job's callback. Throws a `CommandError` if
 * the callback cannot be sent again now.
 */
function replayOf(job: AdJob, now: Date): string {
  const decision = decideReplay(job, now);
  switch (decision.kind) {
    case 'allowed':
      return decision.annotation;
    case 'refused':
      throw new CommandError(refusals[decision.code]);
    case 'limited':
      throw new CommandError(
        `The callback was replayed ${replaysPerHour} times within an hour. Try again in ${decision.retryAfterSeconds} s.`,
      );
  }
}

/**
 * Finds a job by the name of its AdJob or by its job id. The job id of an AdJob that was created with kubectl is its
 * uid.
 */
async function findJob(context: CommandContext, id: string): Promise<AdJob> {
  const store = await context.store();
  const byName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/i.test(id)
    ? await store.get(adJobKind, { namespace: context.namespace, name: id.toLowerCase() })
    : undefined;
  const found = byName ?? (await jobByUid(store, context.namespace, id.toLowerCase()));
  if (found === undefined) throw notFound(adJobKind, id);
  return found;
}

function columns(context: CommandContext): Column<AdJob>[] {
  return [
    ['job id', jobIdOf],
    ['type', ({ spec }) => spec.type],
    ['status', ({ status }) => status?.phase ?? 'PENDING'],
    ['stage', ({ status }) => status?.stages?.find(({ state }) => state === 'Running')?.name],
    ['account', ({ spec }) => spec.accountRef.name],
    ['credits', ({ status }) => status?.credits?.charged ?? status?.credits?.required],
    ['age', ({ metadata }) => age(metadata.creationTimestamp, context.clock.now())],
    ['message', ({ status }) => status?.error ?? undefined],
  ];
}
