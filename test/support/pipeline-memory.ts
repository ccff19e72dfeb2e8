import type { PipelineDeps } from '../../src/controllers/pipeline/deps.ts';
import type { PipelineMemory } from '../../src/controllers/pipeline/gather.ts';
import { HoldMemory } from '../../src/controllers/pipeline/hold-memory.ts';
import { LedgerLine } from '../../src/controllers/pipeline/ledger-line.ts';
import { OwnWrites } from '../../src/controllers/pipeline/own-writes.ts';
import { StartGate } from '../../src/controllers/pipeline/start-gate.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { knownParties } from './known-parties.ts';

/** Returns the memory of a controller that has just started and whose watch has shown no account. */
export function freshMemory(
  { ledger, clock, logger }: PipelineDeps,
  cached: () => AdJob | undefined,
  parties = knownParties(false),
): PipelineMemory {
  return {
    cached,
    ownWrites: new OwnWrites(),
    gate: new StartGate({ maxRunningJobs: 20 }),
    parties,
    ledger: new LedgerLine(ledger, clock, logger),
    holds: new HoldMemory(),
    refusedLaunches: new Set(),
  };
}
