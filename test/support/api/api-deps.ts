import { Registry } from 'prom-client';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { createAdmissionMetrics, type AdmissionMetrics } from '../../../src/api/metrics.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import type { Installation } from '../installation/installation.ts';

type Found = 'keys' | 'keyUses' | 'jobs';
type Admitted = 'windows' | 'aborts' | 'creations';
type Made = 'newJobId' | 'newRequestId';
type Known = Omit<ApiDeps, Found | Admitted | Made> & { readiness: Probes; admissions: AdmissionMetrics };

/**
 * Returns the dependencies of an API on the stores of an installation, except those that find keys and jobs, admit
 * requests and make ids.
 */
export function apiDeps(home: Installation): Known {
  const { store, artifacts, archive, ledger, clock } = home;
  const logger = home.logger.child({}, { level: 'info' }); // the default level
  const metrics = new Registry();
  return {
    ...{ store, artifacts, archive, ledger, clock, logger, metrics },
    publicUrl: 'http://ads.example',
    corsOrigins: [],
    addressRules: parseAddressRules({ allow: '', deny: '' }),
    allowHttpCallbacks: false,
    admissions: createAdmissionMetrics(metrics),
    prices: priceList(),
    readiness: new Probes(),
  };
}
