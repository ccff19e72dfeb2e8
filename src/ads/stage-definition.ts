import type { ModelUse } from '../models/model-use.ts';
import type { JobErrorCode } from '../errors/job-errors.ts';
import type { AdSpec } from '../schema/ad-spec.ts';
import type { Redraw } from '../stages/drawn/drawn-stage.ts';
import type { Stage } from '../stages/stage.ts';
import type { AdRequest } from './ad-request.ts';

interface StageTraits {
  /** Name of the stage. Two types of ads may share a stage; different stages need different names. */
  name: string;
  optional: boolean;
  /**
   * True if the stage reads the web pages of the request. The job reports whether it could, the account may require it,
   * and on a cluster the pod has the container of the browser.
   */
  readsPages?: boolean;
  /**
   * Files of earlier stages that the stage may read, as `<stage>/<file>`. The files of an earlier stage that did not
   * succeed are missing.
   */
  inputs: readonly string[];
  /** Files that the second attempt may read from the first, besides its inputs, so that it continues with them. */
  carriedOver?: readonly string[];
  /** Models that the stage may call, if the installation has any. */
  models?: readonly ModelUse[];
  /** Error code of the job if the stage fails every time without reporting a code. */
  fallbackCode: JobErrorCode;
  /** Error code of a simulated permanent failure. Default: `fallbackCode`. */
  simulatedCode?: JobErrorCode;
  deadlineSeconds: number;
  /**
   * Memory limit of the stage as a local process, with its child processes, in MiB. On a cluster, the chart sets the
   * limit of the pod.
   */
  memoryMebibytes: number;
  /** Loads the code of the stage. Only the process that runs the stage calls this function. */
  load: () => Promise<Stage>;
  /** Loads what draws from a stored brief again, if the stage draws from a brief. */
  redraw?: () => Promise<Redraw>;
}

/** A stage as a type of ad defines it. `Input` is the request of the type in camelCase. */
export interface StageOf<Input> extends StageTraits {
  /** Returns the reason why a job does not need the stage, if it does not. */
  skippedWhen?: (ad: Input, request: AdRequest) => string | undefined;
  /** Returns the names of the files that the stage may write in addition to `result.json`. */
  outputs: (ad: Input) => string[];
}

/** A stage of a registered type of ad. Requests that cannot be read skip no stage and have no outputs. */
export interface StageDefinition extends StageTraits {
  skippedWhen: (spec: AdSpec) => string | undefined;
  outputs: (spec: AdSpec) => string[];
}

/** Memory limit of most stages. The worst case that was measured, three 4K images of noise, needs up to 385 MiB. */
export const usualMemoryMebibytes = 512;
