import type { AddressRules } from '../../domain/address-rule.ts';
import { asEgressError } from '../../egress/failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import type { ModelFailure, ModelFailureKind } from '../model-failure.ts';
import type { ModelPort } from '../model-task.ts';
import type { ProviderName } from '../providers/provider-names.ts';
import { addressAdvice, type NameLookup } from './address-advice.ts';

export interface FailedTrial {
  failure: ModelFailure;
  port: ModelPort;
  entry: ModelEntry;
}

/** Facts on which the advice about a server depends. */
export interface AdviceDeps {
  rules: Pick<AddressRules, 'deny'>;
  lookup: NameLookup;
}

type Advise = (failed: FailedTrial, deps: AdviceDeps) => string | Promise<string>;

/** Returns one or two sentences that say what an operator does about a failed call. */
export async function adviceFor(failed: FailedTrial, deps: AdviceDeps): Promise<string> {
  return advice[failed.failure.kind](failed, deps);
}

const advice: Readonly<Record<ModelFailureKind, Advise>> = {
  key_refused: ({ failure, entry: { keyFile, provider, model } }) => {
    if (keyFile === null) return 'Add the key under `keys` of the file, and name it in `key` of the entry.';
    return failure.message.includes('file with the key')
      ? `Create ${keyFile} with nothing but the key in it, readable by the user who runs the stages.`
      : `Put a valid key into ${keyFile}, with the right to use ${model} at ${provider}.`;
  },
  not_paid: ({ entry: { provider } }) =>
    `Add credit to the account at ${provider}, or raise the limit that is set there.`,
  rate_limited: ({ entry: { concurrency } }) =>
    `Wait and try again. If jobs meet this too, lower \`concurrency\` (${concurrency}), or ask the provider for a higher limit.`,
  refused: refusedAdvice,
  moderated: () =>
    'Use another model: this one refused a harmless task, so it would refuse ads. Some providers have an option for the strictness of their filter.',
  unavailable: unavailableAdvice,
  interrupted: () =>
    'Read the log of the server. A proxy in front of it may close connections before the result is there: raise its time limit.',
  timed_out: ({ failure, entry: { timeoutSeconds } }) =>
    failure.message.includes(':')
      ? 'The server has accepted the work, but its result cannot be had: read the log of the server.'
      : `Raise \`timeoutSeconds\` (${timeoutSeconds}), or use a faster model. A server that has just started may still load the model.`,
  unreadable: unreadableAdvice,
  empty: ({ entry: { provider } }) =>
    provider === 'openai-compatible' || provider === 'openai'
      ? 'Read the log of the server. A model that thinks may have used all its tokens for it: raise `options.maxTokens`.'
      : 'Try again. If the result stays empty, use another model.',
  too_large: () => 'Ask for a smaller or compressed result: a result has at most 96 MiB.',
  not_allowed: ({ failure, entry }, deps) =>
    failure.message.includes('the result')
      ? 'Allow the server that has the results in ADWRIGHT_EGRESS_ALLOW, or make the model server return them itself.'
      : addressAdvice(entry, deps),
  lost: () =>
    'Check that the server did not restart and that one replica alone answers: it no longer knows work that it had accepted.',
};

/** A setting that avoids a refusal, which the words of the provider point to. */
interface Remedy {
  port: ModelPort;
  providers: readonly ProviderName[];
  words: RegExp;
  sentence: string;
}

const remedies: readonly Remedy[] = [
  {
    ...{ port: 'copywriter', providers: ['openai-compatible'] },
    words: /schema|response_format|structured|grammar|guided/i,
    sentence: 'Set `options.supportsStructuredOutputs: false`: the server does not accept a JSON Schema.',
  },
  {
    ...{ port: 'image', providers: ['openai-compatible', 'openai'] },
    words: /\bsizes?\b|dimension|resolution|width|height/i,
    sentence: 'List the sizes that the model draws in `options.sizes`, such as `[1024x1024, 1024x1536]`.',
  },
  {
    ...{ port: 'image', providers: ['openai-compatible'], words: /\bseed\b/i },
    sentence: 'Set `options.seed: false`: the server does not accept a seed.',
  },
];

function refusedAdvice({ failure, port, entry }: FailedTrial): string {
  const { provider, model, baseUrl } = entry;
  if (failure.message.includes('redirects'))
    return 'Write the URL to which the server redirects as `baseUrl`; redirects are not followed, because of the key.';
  if (failure.message.includes('does not know the model'))
    return `Check \`model\` (${model}) and \`baseUrl\` (${baseUrl}): one of them is wrong. ${pathAdvice(entry)}`.trim();
  const remedy = remedies.find(
    (one) => one.port === port && one.providers.includes(provider) && one.words.test(wordsOf(failure)),
  );
  return remedy?.sentence ?? 'Change what the provider names in the details: the model, an option, or a size.';
}

function pathAdvice({ provider, baseUrl }: ModelEntry): string {
  const isOpenAi = provider === 'openai-compatible' || provider === 'openai' || provider === 'videos-api';
  return isOpenAi && !/\/v\d+/.test(baseUrl) ? 'Most servers have their endpoints below `/v1`.' : '';
}

function unavailableAdvice({ failure, entry: { baseUrl } }: FailedTrial): string {
  if (failure.message.includes('failed with status') || failure.message.includes('did not receive'))
    return 'The server answers, but not the model: read its log. It may still load the model, or lack memory.';
  if (failure.message.includes('failed to do the work'))
    return 'The server accepted the task, but the model failed: read its log. It may lack memory, or an input of the task.';
  const { reason } = asEgressError(failure.cause, new URL(baseUrl).host);
  if (reason === 'not_resolved')
    return 'Check the host in `baseUrl`. The name of a Service, such as `vllm.models.svc`, resolves only inside the cluster: run this command there.';
  if (reason === 'tls')
    return 'Check the certificate of the server. ADWRIGHT_TRUSTED_CA_FILE names a file with further authorities.';
  return `Check that the server runs and listens at ${new URL(baseUrl).host}, and that no firewall or NetworkPolicy is between.`;
}

function unreadableAdvice({ failure, port, entry }: FailedTrial): string {
  if (failure.message.includes('cut short')) return 'Raise `options.maxTokens`: the model had no room for its text.';
  if (port === 'copywriter' && /no JSON$|schema/.test(failure.message) && !failure.message.includes('response'))
    return entry.options['supportsStructuredOutputs'] === false
      ? 'Use a larger model, or a server that accepts a JSON Schema: this model does not keep to the schema in the prompt.'
      : 'The server ignores the JSON Schema, or the model does not keep to it: set `options.supportsStructuredOutputs: false`, or use a larger model.';
  return `Check that \`baseUrl\` (${entry.baseUrl}) is the API and not a page, and that \`model\` is one for ${port}. ${pathAdvice(entry)}`.trim();
}

/** Returns the words of the provider, or of the network, about a failure: one line, without the key. */
export function wordsOf({ cause }: ModelFailure): string {
  return cause instanceof Error ? cause.message : '';
}
