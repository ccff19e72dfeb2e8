import { join } from 'node:path';
import { ArtifactArchive } from '../archive/artifact-archive.ts';
import type { Archive } from '../archive/port.ts';
import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { OwnedFiles } from '../runtime/file-owner.ts';
import { systemClock } from '../clock/system-clock.ts';
import { CommandError, type AdminStores, type ChangeRecords, type LocationOptions } from '../commands/context.ts';
import { readObjectsLocation, readVoicesDir, type ObjectsLocation } from '../config/command-config.ts';
import { readFilesConfig } from '../config/files-config.ts';
import { readRedisConfig } from '../config/ledger-config.ts';
import { messageOf } from '../files/error-code.ts';
import type { WholeLedger } from '../ledger/port.ts';
import { createLogger } from '../observability/logger.ts';
import type { Redrawn } from '../schema/redrawn.ts';
import type { AccountSecrets, NewSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { OpenedAdminStores } from './admin-stores.ts';
import { artifactsFolder, existingDatabase, existingSecret } from './data-folder.ts';
import type { LedgerBackend } from './ledger.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

interface OpenedSecrets {
  accountSecrets: AccountSecrets;
  close(): void;
}

interface OpenedFiles extends OwnedFiles {
  artifacts: ArtifactStore;
  close(): void;
}

interface OpenedInstallation {
  store: ObjectStore;
  namespace: string;
  openLedger(): Promise<LedgerBackend>;
  openAccountSecrets(): Promise<OpenedSecrets>;
  openNewSecrets(): Promise<NewSecrets>;
  openFiles(): Promise<OpenedFiles>;
  changeRecords(): Promise<ChangeRecords>;
  close(): void | Promise<void>;
}

export class LazyInstallation {
  #location: LocationOptions = {};
  #config: ObjectsLocation | undefined;
  #opening: Promise<OpenedInstallation> | undefined;
  #openingLedger: Promise<LedgerBackend> | undefined;
  #openingSecrets: Promise<OpenedSecrets> | undefined;
  #openingStores: Promise<OpenedAdminStores> | undefined;
  #openingFiles: Promise<OpenedFiles> | undefined;
  #namespace: string | undefined;

  /** Options of the command line that locate the objects. */
  get location(): LocationOptions {
    return this.#location;
  }

  choose(options: LocationOptions): void {
    this.#location = options;
    this.#config = readObjectsLocation(options);
  }

  get namespace(): string {
    if (this.#namespace === undefined) throw new Error('The object store has not been opened.');
    return this.#namespace;
  }

  async store(): Promise<ObjectStore> {
    this.#opening ??= this.#open();
    const { store, namespace } = await this.#opening;
    this.#namespace = namespace;
    return store;
  }

  async ledger(): Promise<WholeLedger> {
    await this.store();
    this.#openingLedger ??= this.#opening?.then((opened) => opened.openLedger());
    const opened = await this.#openingLedger;
    if (opened === undefined) throw new Error('The object store has not been opened.');
    return opened.ledger;
  }

  async accountSecrets(): Promise<AccountSecrets> {
    await this.store();
    this.#openingSecrets ??= this.#opening?.then((opened) => opened.openAccountSecrets());
    const opened = await this.#openingSecrets;
    if (opened === undefined) throw new Error('The object store has not been opened.');
    return opened.accountSecrets;
  }

  async archive(): Promise<Archive> {
    return new ArtifactArchive((await this.files()).artifacts);
  }

  async files(): Promise<OpenedFiles> {
    await this.store();
    this.#openingFiles ??= this.#opening?.then((opened) => opened.openFiles());
    const opened = await this.#openingFiles;
    if (opened === undefined) throw new Error('The object store has not been opened.');
    return opened;
  }

  async newSecrets(): Promise<NewSecrets> {
    await this.store();
    const opened = await this.#opening;
    if (opened === undefined) throw new Error('The object store has not been opened.');
    return opened.openNewSecrets();
  }

  async changeRecords(): Promise<ChangeRecords> {
    await this.store();
    const opened = await this.#opening;
    if (opened === undefined) throw new Error('The object store has not been opened.');
    return opened.changeRecords();
  }

  async adminStores(): Promise<AdminStores> {
    if (this.#config === undefined) throw new Error('The location of the objects has not been chosen.');
    const { openAdminStores } = await import('./admin-stores.ts');
    this.#openingStores ??= openAdminStores(this.#config);
    return this.#openingStores;
  }

  async redraw(jobId: string, out: string): Promise<Redrawn | undefined> {
    await this.store();
    if (this.#config?.kind !== 'data-folder') return undefined;
    const { redrawInFolder } = await import('./redraw.ts');
    const artifacts = new DirectoryArtifacts(join(this.#config.dataDir, artifactsFolder));
    return redrawInFolder({ artifacts, jobId, out, voicesDir: readVoicesDir() });
  }

  async close(): Promise<void> {
    const parts = [this.#openingStores, this.#openingFiles, this.#openingSecrets, this.#openingLedger, this.#opening];
    for (const opening of parts) {
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    }
  }

  #open(): Promise<OpenedInstallation> {
    if (this.#config === undefined) throw new Error('The location of the objects has not been chosen.');
    return this.#config.kind === 'cluster' ? onCluster(this.#config) : inDataFolder(this.#config);
  }
}

async function onCluster(config: Extract<ObjectsLocation, { kind: 'cluster' }>): Promise<OpenedInstallation> {
  const { openCluster } = await import('./cluster.ts');
  const trustedCa = trustConfiguredAuthorities(config.trustedCaFile);
  const cluster = usable(() => openCluster({ role: 'cli', kubeconfig: config.kubeconfig, trustedCa }));
  const namespace = config.namespace ?? cluster.namespace ?? 'default';
  const { namespace: secretNamespace = namespace, name } = config.accountSecrets;
  const secret = { namespace: secretNamespace, name };
  return {
    store: cluster.store,
    namespace,
    openLedger: redisLedger,
    openFiles: configuredFiles,
    openAccountSecrets: async () => {
      const { openKubernetesAccountSecrets } = await import('./signing.ts');
      return { accountSecrets: openKubernetesAccountSecrets(cluster.client, secret), close: () => undefined };
    },
    openNewSecrets: async () => {
      const { KubernetesNewSecrets } = await import('../k8s/kubernetes-new-secrets.ts');
      return new KubernetesNewSecrets(cluster.client);
    },
    changeRecords: async () => (await import('./change-records.ts')).recordsOnCluster(cluster),
    close: cluster.close.bind(cluster),
  };
}

function usable<R>(open: () => R): R {
  try {
    return open();
  } catch (error) {
    const reason = messageOf(error);
    throw new CommandError(
      `Cannot open the cluster (${reason.replace(/\.$/, '')}). Set --kubeconfig or KUBECONFIG, or --data-dir.`,
    );
  }
}

/**
 * Opens an existing data folder of `adwright local`. Never creates one, because a mistyped path would then look like an
 * empty service.
 */
async function inDataFolder(config: Extract<ObjectsLocation, { kind: 'data-folder' }>): Promise<OpenedInstallation> {
  const { dataDir, namespace } = config;
  const file = existingDatabase(dataDir);
  const { openSqliteStore } = await import('../store/sqlite-store.ts');
  const store = openSqliteStore({ file, clock: systemClock });
  const openLedger = async () => (await import('./ledger.ts')).openSqliteLedger(dataDir, systemClock);
  const openAccountSecrets = async () => {
    const accountSecrets = (await import('./signing.ts')).openLocalAccountSecrets(dataDir);
    return { accountSecrets, close: accountSecrets.close.bind(accountSecrets) };
  };
  const changeRecords = async () => (await import('./change-records.ts')).recordsInDataFolder(dataDir);
  const openNewSecrets = () =>
    Promise.reject(new CommandError('The command creates Secrets on a cluster. Set --kubeconfig or KUBECONFIG.'));
  const close = store.close.bind(store);
  const openFiles = () => {
    const artifacts = new DirectoryArtifacts(join(dataDir, artifactsFolder));
    return Promise.resolve({ artifacts, installationSecret: existingSecret(dataDir), close: () => undefined });
  };
  return { store, namespace, openLedger, openAccountSecrets, openNewSecrets, openFiles, changeRecords, close };
}

/** Opens the file storage with the settings of the controller, which are in the environment of its pod. */
async function configuredFiles(): Promise<OpenedFiles> {
  const config = readFilesConfig();
  if (config === undefined) {
    throw new CommandError(
      'ADWRIGHT_STORAGE, the file storage of jobs, is not set. Run the command in the controller pod: kubectl exec deploy/adwright-controller -- adwright COMMAND',
    );
  }
  const { openArtifacts } = await import('./storage.ts');
  const opened = await openArtifacts(config.storage, 'write');
  return { ...opened, installationSecret: config.installationSecret };
}

/**
 * Opens the ledger in Redis with the settings of the controller. These settings are in the environment of the
 * controller's pod, so the command must run there.
 */
async function redisLedger(): Promise<LedgerBackend> {
  const redis = readRedisConfig();
  if (redis === undefined) {
    throw new CommandError(
      'ADWRIGHT_REDIS_URL, the address of the ledger, is not set. Run the command in the controller pod: kubectl exec deploy/adwright-controller -- adwright ledger verify',
    );
  }
  const { connectedRedisLedger } = await import('./ledger.ts');
  const logger = createLogger('silent', 'cli');
  return connectedRedisLedger(redis, { role: 'cli', logger, clock: systemClock }).catch((error: unknown) => {
    throw new CommandError(messageOf(error));
  });
}
