import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import type { SampleResult } from '../domain/callback-sample.ts';
import { clipped } from '../domain/clipped.ts';
import { readCallbackTest, testCallback } from '../operations/accounts/test-callback.ts';
import { webUrl } from './arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, outputOption, reasonOption, type CommandContext } from './context.ts';
import { notFound, perform } from './operation.ts';
import { print, type Column, type OutputFormat } from './output.ts';

/**
 * Time for which the command waits for the result of a sample callback. A delivery takes up to 15 s; the rest is for a
 * busy controller.
 */
const waitMaxMs = 60_000;
const lookAgainMs = 250;

export function callbacksCommand(context: CommandContext): Command {
  const group = new Command('callbacks').alias('callback').description('Test the delivery of callbacks');
  group.addCommand(test(context));
  return group;
}

function test(context: CommandContext): Command {
  return new Command('test')
    .description(
      'Send a signed sample callback and show the result. The controller sends it, so the test includes the network path and the address rules of the controller. The job_id in the sample belongs to no job',
    )
    .requiredOption('--url <url>', 'URL of the receiver', webUrl)
    .requiredOption('--account <name>', 'account whose secret signs the sample')
    .addOption(outputOption())
    .addOption(reasonOption())
    .addHelpText(
      'after',
      `\nExample:\n  $ adwright callbacks test --url https://hooks.example.com/ads --account acme\n${exitCodeHelp}`,
    )
    .action(async ({ url, account, output }: { url: string; account: string; output: OutputFormat }) => {
      const id = randomUUID();
      const input = (namespace: string) => ({ namespace, name: account, url, id });
      await perform(context, testCallback, input, () => notFound('AdAccount', account));
      context.err(`Waiting for the controller to send a sample with the webhook-id ${id} ...\n`);
      const result = await resultOf(context, account, id);
      print(context, output, result, columns);
      if (result.outcome !== 'delivered') throw new CommandError(adviceOf(result));
    });
}

/**
 * Returns the result of the sample callback. Throws a `CommandError` if the controller has not sent the sample within
 * the time limit.
 */
async function resultOf(context: CommandContext, name: string, id: string): Promise<SampleResult> {
  const { clock } = context;
  const endMs = clock.monotonicMs() + waitMaxMs;
  const input = (namespace: string) => ({ namespace, name, id });
  for (;;) {
    const { result } = await perform(context, readCallbackTest, input, (refused) =>
      refused.kind === 'not-found' ? notFound('AdAccount', name) : replaced,
    );
    if (result !== undefined) return result;
    if (clock.monotonicMs() >= endMs) {
      throw new CommandError(
        `The controller has not sent the sample callback within ${waitMaxMs / 1_000} s. Check that the controller runs: if it starts within five minutes, it still sends the sample.`,
        exitCodes.timedOut,
      );
    }
    await clock.sleep(lookAgainMs);
  }
}

const replaced = new CommandError(
  'Another sample callback was requested for this account, and replaced this request. Try again.',
);

const advice: Record<string, string> = {
  secret_missing: 'The account has no usable signing secret; see `adwright accounts webhook-secret`.',
  https_required: 'This installation sends callbacks only to https:// URLs (ADWRIGHT_ALLOW_HTTP_CALLBACKS).',
  url_not_allowed:
    'The address rules of this installation forbid this URL (ADWRIGHT_EGRESS_ALLOW, ADWRIGHT_EGRESS_DENY).',
};

function adviceOf({ error = '' }: SampleResult): string {
  return `The sample was not delivered. ${advice[error] ?? 'See "Errors" in docs/guide/callbacks.md.'}`;
}

const columns: Column<SampleResult>[] = [
  ['outcome', ({ outcome }) => outcome],
  ['status', ({ status }) => status],
  ['latency', ({ latencyMs }) => `${latencyMs} ms`],
  ['error', ({ error }) => error],
  ['response', ({ responseExcerpt }) => responseExcerpt && clipped(responseExcerpt.replaceAll(/\s+/g, ' '), 80)],
];
