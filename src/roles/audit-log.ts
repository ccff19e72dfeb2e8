import type { Logger } from 'pino';
import type { ArtifactStore } from '../artifacts/port.ts';
import { ArtifactAuditLog } from '../audit-log/artifact-audit-log.ts';
import type { AuditLog } from '../audit-log/port.ts';

/** Opens the audit log in the artifact store. It needs no closing. */
export function openAuditLog(artifacts: ArtifactStore, logger: Logger): AuditLog {
  return new ArtifactAuditLog({ artifacts, logger });
}
