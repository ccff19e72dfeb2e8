import { Command, Option } from 'commander';
import { deliveryOf } from '../domain/delivery.ts';
import { jobIdOf } from '../domain/job-view.ts';
import { replaysPerHour } from '../domain/replay.ts';
import { cancelJob } from '../operations/jobs/cancel-job.ts';
import { listJobs, showJob } from '../operations/jobs/read-jobs.ts';
import { replayCallback } from '../operations/jobs/replay-callback.ts';
import type { OutcomeOf } from '../operations/operation.ts';
import { jobPhases, jobTypes, type AdJob, type JobPhase } from '../schema/adjob.ts';
import { duration, whole } from './arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, outputOption, reasonOption, type CommandContext } from './context.ts';
import { deliveryLines } from './delivery-lines.ts';
import { followJob } from './follow-job.ts';
import { progressLines } from './job-progress.ts';
import { modelLines } from './model-lines.ts';
import { notFound, perform, type Refused } from './operation.ts';
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
  status?: JobPhase;
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
    .action(async ({ output, ...filter }: Filter) => {
      const { jobs } = await perform(context, listJobs, (namespace) => ({ namespace, ...filter }));
      print(context, output, jobs, columns(context));
    });
}

function get(context: CommandContext): Command {
  return new Command('get')
    .alias('show')
    .description(
      'Show one job: its stages, its files, notes on what was left out, its models, and the deliveries of its callback',
    )
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
      const callback = deliveryLines(job.spec.callbackUrl, delivery);
      const lines = [...progressLines(undefined, job.status), ...modelLines(job.status), ...callback];
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
      if (ended.status?.phase !== 'SUCCESS') throw new CommandError('', exitCodes.jobFailed);
    });
}

function cancel(context: CommandContext): Command {
  return new Command('cancel')
    .description('Cancel a job; it ends FAILED [cancelled]')
    .argument('<job-id>', 'job id')
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText('after', '\nExample:\n  $ adwright jobs cancel 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10')
    .action(async (id: string, { output }: { output: OutputFormat }) => {
      const { object } = await perform(
        context,
        cancelJob,
        () => ({ jobId: id }),
        (refused) =>
          refused.kind === 'finished'
            ? new CommandError(`The job has already ended: ${refused.phase}.`)
            : notFound('AdJob', id),
      );
      if (object !== undefined) print(context, output, object, columns(context));
    });
}

function replay(context: CommandContext): Command {
  return new Command('replay')
    .description('Send the callback of a finished job again, with the same webhook-id')
    .argument('<job-id>', 'job id')
    .addOption(reasonOption())
    .addHelpText('after', '\nExample:\n  $ adwright jobs replay 0199a3c4-5b1e-7cc2-9d1f-2f4b8a6c7d10')
    .action(async (id: string) => {
      const input = () => ({ jobId: id });
      const { object } = await perform(context, replayCallback, input, (refused) => replayError(refused, id));
      context.out(
        `The controller sends the callback again. See its attempts with \`adwright jobs get ${jobIdOf(object)}\`.\n`,
      );
    });
}

const refusals = {
  no_callback: 'The job has no callback: it was created without a callback URL.',
  job_not_finished: 'The job has not ended yet. Its callback is sent when it ends.',
  job_archived: 'The job is archived, so its callback cannot be sent again.',
};

function replayError(refused: Refused<OutcomeOf<typeof replayCallback>>, id: string): CommandError {
  switch (refused.kind) {
    case 'refused':
      return new CommandError(refusals[refused.code]);
    case 'limited':
      return new CommandError(
        `The callback was replayed ${replaysPerHour} times within an hour. Try again in ${refused.retryAfterSeconds} s.`,
      );
    case 'not-found':
      return notFound('AdJob', id);
  }
}

async function findJob(context: CommandContext, id: string): Promise<AdJob> {
  const { object } = await perform(
    context,
    showJob,
    () => ({ jobId: id }),
    () => notFound('AdJob', id),
  );
  if (object === undefined) throw notFound('AdJob', id);
  return object;
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
