import { Gauge, type Registry } from 'prom-client';
import type { LeaderElectionMetrics } from '../runtime/leader-election.ts';

/** Registers `leader_election_master_status`, named as in client-go. Called once for a registry. */
export function createLeaderMetrics(registry: Registry, lease: string): LeaderElectionMetrics {
  return {
    leading: (leadership) => {
      new Gauge({
        name: 'leader_election_master_status',
        help: '1 while this process holds the Lease, else 0.',
        labelNames: ['name'],
        registers: [registry],
        collect() {
          this.set({ name: lease }, leadership.holds() ? 1 : 0);
        },
      });
    },
  };
}
