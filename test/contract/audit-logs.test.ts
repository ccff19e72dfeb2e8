import { join } from 'node:path';
import { ArtifactAuditLog } from '../../src/audit-log/artifact-audit-log.ts';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { MemoryAuditLog } from '../support/admin/memory-audit-log.ts';
import { loggerInto } from '../support/process/log-lines.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { MemoryArtifacts } from '../support/stores/memory-artifacts.ts';
import { auditLogContract } from './audit-log.ts';

const logger = loggerInto([]);

auditLogContract('MemoryAuditLog', () => ({ log: new MemoryAuditLog() }));

auditLogContract('ArtifactAuditLog in memory', () => ({
  log: new ArtifactAuditLog({ artifacts: new MemoryArtifacts(), logger }),
}));

auditLogContract('ArtifactAuditLog in a directory', () => {
  const folder = temporaryFolder();
  const artifacts = new DirectoryArtifacts(join(folder.path, 'artifacts'));
  const log = new ArtifactAuditLog({ artifacts, logger });
  return {
    log,
    close: () => {
      folder.remove();
    },
  };
});
