import type { ModelEntry } from '../model-entry.ts';
import { modelPorts, type ModelPort } from '../model-task.ts';
import { providers } from '../providers/provider-names.ts';
import type { ModelsConfig } from './models-file.ts';

/** An entry of the configuration and its place. */
export interface ConfiguredModel {
  /** Account whose list has the entry, as `namespace/name`. Null: the list of the installation. */
  account: string | null;
  port: ModelPort;
  entry: ModelEntry;
}

/** Returns all entries: those of the installation first, then those of accounts, each by port in order of preference. */
export function configuredModels({ lists, accounts }: ModelsConfig): ConfiguredModel[] {
  const places = [{ account: null, lists }, ...[...accounts].map(([account, own]) => ({ account, lists: own.lists }))];
  return places.flatMap(({ account, lists: own }) =>
    modelPorts.flatMap((port) => (own[port] ?? []).map((entry) => ({ account, port, entry }))),
  );
}

/** Reports whether a call may cost money: the entry has a price, or its provider is a service on the internet. */
export function mayCost({ priceMicroUsd, provider, baseUrl }: ModelEntry): boolean {
  return priceMicroUsd > 0 || providers[provider].baseUrl === baseUrl;
}
