import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import type { ChangeRecords } from '../commands/context.ts';
import { ownUser } from '../k8s/own-user.ts';
import type { ClusterConnection } from '../k8s/connection.ts';
import { createLogger } from '../observability/logger.ts';
import { openAuditLog } from './audit-log.ts';
import { artifactsFolder } from './data-folder.ts';

/** Records changes in the audit log of a data folder, as the user of the operating system. */
export function recordsInDataFolder(dataDir: string): ChangeRecords {
  const artifacts = new DirectoryArtifacts(join(dataDir, artifactsFolder));
  const auditLog = openAuditLog(artifacts, createLogger('silent', 'cli'));
  return { auditLog, actor: { kind: 'command', subject: personHere() } };
}

/** Records changes on the objects of a cluster, as the user of the cluster, or else by the name in the kubeconfig. */
export async function recordsOnCluster({
  client,
  userName,
}: Pick<ClusterConnection, 'client' | 'userName'>): Promise<ChangeRecords> {
  const user = await ownUser(client);
  const subject = user?.name ?? userName ?? 'unknown';
  return { auditLog: undefined, actor: { kind: 'command', subject, name: personHere(), groups: user?.groups } };
}

/** Returns the user of the operating system and the host, such as `ada@laptop`. */
export function personHere(): string {
  return `${userName()}@${hostname()}`;
}

/** Returns the name of the user, or the number if the system has no entry for the user, as in many containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
