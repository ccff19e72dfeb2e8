import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { adTypes } from '#ad-types';
import { stageNames } from '../../domain/pipelines.ts';
import type { JobPhase } from '../../schema/adjob.ts';
import { UnreadReason } from '../../schema/brand-read.ts';
import { stageWaitReasons } from '../../schema/stage-wait.ts';
import { pageRead } from './brand-read.ts';
import { createModelMetrics } from './model-metrics.ts';
import { stageOutcomes, type Measurement } from './decision.ts';

export interface PipelineMetrics {
  observe(measurement: Measurement, type: string): void;
  countJobs(count: () => Iterable<{ type: string; phase: JobPhase }>): void;
  /** Sets the function that lists why stages wait, one reason for each stage that has not started. */
  countWaits(list: () => Iterable<string>): void;
}

const ends = ['SUCCESS', 'FAILED'] as const;
const jobSeconds = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 2700];
const waitSeconds = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 2700];
const stageSeconds = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600];

export function createPipelineMetrics(registry: Registry): PipelineMetrics {
  const registers = [registry];
  const jobDuration = new Histogram({
    name: 'adwright_job_duration_seconds',
    help: 'Seconds from the acceptance of a job to its end.',
    labelNames: ['type', 'status'],
    buckets: jobSeconds,
    registers,
  });
  const wait = new Histogram({
    name: 'adwright_job_wait_seconds',
    help: 'Seconds from the acceptance of a job to the launch of its first stage.',
    labelNames: ['type'],
    buckets: waitSeconds,
    registers,
  });
  const stageDuration = new Histogram({
    name: 'adwright_stage_duration_seconds',
    help: 'Seconds from the start to the end of one attempt of a stage.',
    labelNames: ['stage', 'outcome'],
    buckets: stageSeconds,
    registers,
  });
  // From 0, because otherwise the Prometheus function `increase` would not count the first ends after a start.
  for (const { name: type } of adTypes) for (const status of ends) jobDuration.zero({ type, status });
  for (const stage of stageNames) for (const outcome of stageOutcomes) stageDuration.zero({ stage, outcome });
  const onboarded = createOnboardingCounter(registry);
  const models = createModelMetrics(registry);
  return {
    observe(measurement, type) {
      switch (measurement.kind) {
        case 'job':
          jobDuration.observe({ type, status: measurement.status }, measurement.seconds);
          break;
        case 'stage':
          stageDuration.observe({ stage: measurement.stage, outcome: measurement.outcome }, measurement.seconds);
          break;
        case 'wait':
          wait.observe({ type }, measurement.seconds);
          break;
        case 'models':
          models.observe(measurement.calls);
          break;
        case 'onboarding':
          onboarded.inc({ outcome: measurement.outcome, reason: measurement.reason });
      }
    },
    countJobs(count) {
      registerJobsGauge(count, registry);
    },
    countWaits(list) {
      registerWaitsGauge(list, registry);
    },
  };
}

/**
 * Creates the counter of onboarding stages by outcome. Every series starts at 0, because otherwise the Prometheus
 * function `increase` would not count the first jobs after a start of the process.
 */
function createOnboardingCounter(registry: Registry): Counter<'outcome' | 'reason'> {
  const counter = new Counter({
    name: 'adwright_onboarding_total',
    help: 'Number of jobs whose request names web pages, by outcome: read if at least one page was read. The reason says why no page was read.',
    labelNames: ['outcome', 'reason'] as const,
    registers: [registry],
  });
  counter.inc({ outcome: 'read', reason: pageRead }, 0);
  for (const reason of UnreadReason.options) counter.inc({ outcome: 'not_read', reason }, 0);
  return counter;
}

function registerWaitsGauge(list: () => Iterable<string>, registry: Registry): void {
  new Gauge({
    name: 'adwright_stages_waiting',
    help: 'Number of stages that have not started or wait for their files, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const reason of stageWaitReasons) this.set({ reason }, 0);
      for (const reason of list()) this.inc({ reason });
    },
  });
}

function registerJobsGauge(count: () => Iterable<{ type: string; phase: JobPhase }>, registry: Registry): void {
  new Gauge({
    name: 'adwright_jobs',
    help: 'Number of AdJobs by type and phase.',
    labelNames: ['type', 'phase'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { type, phase } of count()) this.inc({ type, phase });
    },
  });
}
