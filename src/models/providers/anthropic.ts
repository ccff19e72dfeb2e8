import { answering, type ProviderAdapters } from './provider-adapters.ts';
import { AnthropicOptions } from './provider-options.ts';
import { noKey, sdkCall, type SdkWire } from './sdk/sdk-call.ts';
import { write } from './sdk/write.ts';

const wire: SdkWire = {
  signed: (key) => ({ 'x-api-key': key }),
  answered: (body) => Promise.resolve(body),
};

/** The Messages API of Anthropic. */
export const adapters: ProviderAdapters = {
  copywriter: (entry, deps) => {
    const { maxTokens, effort } = AnthropicOptions.copywriter.parse(entry.options);
    const providerOptions = { anthropic: { ...(effort !== undefined && { effort }) } };
    return answering('repeated', (task, ids, signal) =>
      sdkCall(deps, ids, { wire, signal }, async (call) => {
        const { createAnthropic } = await import('@ai-sdk/anthropic');
        const sdk = createAnthropic({ baseURL: entry.baseUrl, apiKey: noKey, fetch: call.fetch });
        return write(sdk.messages(entry.model), task, call, { maxTokens, providerOptions });
      }),
    );
  },
};
