import { join } from 'node:path';
import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import { ArtifactAuditLog } from '../audit-log/artifact-audit-log.ts';
import { systemClock } from '../clock/system-clock.ts';
import { CommandError, type AdminStores } from '../commands/context.ts';
import { readAdminStorage, readAdminUrl } from '../config/admin-config.ts';
import type { ObjectsLocation } from '../config/command-config.ts';
import { readRedisConfig } from '../config/ledger-config.ts';
import { messageOf } from '../files/error-code.ts';
import { createLogger } from '../observability/logger.ts';
import { openLocalState, openRedisState } from './admin-state.ts';
import { personHere } from './change-records.ts';
import { artifactsFolder, existingDatabase } from './data-folder.ts';
import { openArtifacts } from './storage.ts';

export interface OpenedAdminStores extends AdminStores {
  close(): void;
}

/** Opens the sessions and the audit log of the dashboard for a command. */
export function openAdminStores(location: ObjectsLocation): Promise<OpenedAdminStores> {
  return location.kind === 'cluster' ? onCluster() : Promise.resolve(inDataFolder(location.dataDir));
}

function inDataFolder(dataDir: string): OpenedAdminStores {
  existingDatabase(dataDir);
  const artifacts = new DirectoryArtifacts(join(dataDir, artifactsFolder));
  const auditLog = new ArtifactAuditLog({ artifacts, logger: silent() });
  return { ...openLocalState(dataDir), auditLog, publicUrl: readAdminUrl(), user: personHere() };
}

/** Uses the settings of the dashboard. They are in the environment of its pod, so the command must run there. */
async function onCluster(): Promise<OpenedAdminStores> {
  const [redis, storage] = [readRedisConfig(), readAdminStorage()];
  if (redis === undefined || storage === undefined) {
    throw new CommandError(
      'ADWRIGHT_REDIS_URL and ADWRIGHT_STORAGE, the stores of the dashboard, are not set. Run the command in its pod: kubectl exec deploy/adwright-admin -- adwright admin sign-in',
    );
  }
  const files = await openArtifacts(storage, 'write');
  const opened = await openRedisState(redis, silent(), systemClock).catch((error: unknown) => {
    files.close();
    throw new CommandError(messageOf(error));
  });
  const close = (): void => {
    files.close();
    opened.close();
  };
  const auditLog = new ArtifactAuditLog({ artifacts: files.artifacts, logger: silent() });
  return { state: opened.state, auditLog, publicUrl: readAdminUrl(), user: personHere(), close };
}

function silent() {
  return createLogger('silent', 'cli');
}
