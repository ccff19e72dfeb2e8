import type { PipelineDeps } from '../../../src/controllers/pipeline/deps.ts';
import type { PipelineMemory } from '../../../src/controllers/pipeline/gather.ts';
import { PendingSettlements } from '../../../src/controllers/pipeline/pending-settlements.ts';
import { LedgerCircuitBreaker } from '../../../src/controllers/pipeline/ledger-circuit-breaker.ts';
import { OwnWrites } from '../../../src/controllers/pipeline/own-writes.ts';
import { StartGate } from '../../../src/controllers/pipeline/start-gate.ts';
import { StartHold } from '../../../src/controllers/pipeline/start-hold.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { knownParties } from '../api/known-parties.ts';

/** Returns the memory of a pipeline controller that has just started and whose watch has delivered no account. */
export function freshMemory(
  { ledger, clock, logger }: PipelineDeps,
  cached: () => AdJob | undefined,
  accountKeys = knownParties(false),
): PipelineMemory {
  return {
    cached,
    ownWrites: new OwnWrites(),
    gate: new StartGate({ maxRunningJobs: 20 }),
    startHold: new StartHold({ seconds: 30, now: () => clock.now() }),
    accountKeys,
    ledger: new LedgerCircuitBreaker(ledger, clock, logger),
    settlements: new PendingSettlements(),
    refusedLaunches: new Set(),
    reservations: new Map(),
  };
}
