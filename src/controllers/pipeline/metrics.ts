import { Gauge, Histogram, type Registry } from 'prom-client';
import type { JobPhase, JobType } from '../../schema/adjob.ts';
import type { Action } from './seen.ts';

type Measurement = Extract<Action, { kind: 'measure-stage' | 'measure-job' }>;

export interface PipelineMetrics {
  observe(measurement: Measurement, type: JobType): void;
  /** Where the gauge of jobs takes its numbers from, when it is scraped. */
  countJobs(count: () => Iterable<{ type: JobType; phase: JobPhase }>): void;
}

const jobSeconds = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 2700];
const stageSeconds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];

export function createPipelineMetrics(registry: Registry): PipelineMetrics {
  const registers = [registry];
  const jobDuration = new Histogram({
    name: 'adwright_job_duration_seconds',
    help: 'From acceptance to the end of a job.',
    labelNames: ['type', 'status'],
    buckets: jobSeconds,
    registers,
  });
  const stageDuration = new Histogram({
    name: 'adwright_stage_duration_seconds',
    help: 'Of one attempt of a stage, from its start to its end.',
    labelNames: ['stage', 'outcome'],
    buckets: stageSeconds,
    registers,
  });
  return {
    observe(measurement, type) {
      if (measurement.kind === 'measure-job') {
        jobDuration.observe({ type, status: measurement.status }, measurement.seconds);
      } else {
        stageDuration.observe({ stage: measurement.stage, outcome: measurement.outcome }, measurement.seconds);
      }
    },
    countJobs(count) {
      registerJobsGauge(count, registry);
    },
  };
}

function registerJobsGauge(count: () => Iterable<{ type: JobType; phase: JobPhase }>, registry: Registry): void {
  new Gauge({
    name: 'adwright_jobs',
    help: 'AdJobs there are.',
    labelNames: ['type', 'phase'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { type, phase } of count()) this.inc({ type, phase });
    },
  });
}
