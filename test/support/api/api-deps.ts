import { Registry } from 'prom-client';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { ArtifactAuditLog } from '../../../src/audit-log/artifact-audit-log.ts';
import { ChangeFiler } from '../../../src/api/change-filer.ts';
import { createAdmissionMetrics, createLostRowsMetric, type AdmissionMetrics } from '../../../src/api/metrics.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import type { Installation } from '../installation/installation.ts';

/** Dependencies that each API has of its own: they find keys and jobs, admit requests and make ids. */
type Own = 'keys' | 'keyUses' | 'jobs' | 'windows' | 'aborts' | 'creations' | 'newJobId' | 'newRequestId';

interface CommonDeps extends Omit<ApiDeps, Own> {
  admissions: AdmissionMetrics;
  readiness: Probes;
}

/** Returns the dependencies that every API on the stores of an installation has. */
export function apiDeps(home: Installation): CommonDeps {
  const { store, artifacts, archive, ledger, clock } = home;
  const logger = home.logger.child({}, { level: 'info' }); // the default level
  const metrics = new Registry();
  const auditLog = new ArtifactAuditLog({ artifacts, logger });
  return {
    ...{ store, artifacts, archive, ledger, clock, logger, metrics },
    publicUrl: 'http://ads.example',
    corsOrigins: [],
    addressRules: parseAddressRules({ allow: '', deny: '' }),
    allowHttpCallbacks: false,
    admissions: createAdmissionMetrics(metrics),
    changes: new ChangeFiler({ auditLog, clock, logger, onLost: createLostRowsMetric(metrics) }),
    prices: priceList(),
    readiness: new Probes(),
  };
}
