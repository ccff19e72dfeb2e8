import type { Logger } from 'pino';
import type { AdRequest } from '../ads/ad-request.ts';
import type { Egress } from '../egress/port.ts';
import type { EgressSettings } from '../egress/settings.ts';
import type { OpenModel } from '../models/open-entry.ts';
import type { StageInput } from '../schema/stage-contract.ts';

/**
 * Everything that a stage may use. Apart from `egress`, the guarded access to the internet, a stage only reads and
 * writes files. It has no access to the cluster or to other services.
 */
export interface StageContext {
  input: StageInput;
  /** The request in camelCase. A stage of one type of ad parses it with the schema of the type. */
  ad: unknown;
  /** The parts of the request that all types of ads have. */
  request: AdRequest;
  /**
   * Reads an input file by its logical name, such as `onboarding/brand.json`. Returns undefined if the earlier stage
   * that writes this file did not succeed.
   */
  read: (name: string) => Promise<Buffer | undefined>;
  /** Writes an output file, completely or not at all. Throws if the stage has not declared this file as an output. */
  write: (file: string, bytes: Buffer, contentType: string) => Promise<void>;
  egress: Egress;
  /** Folder in which the network that finds subjects of photos is looked for. The network need not be installed. */
  cutoutDir: string;
  /** Folder in which the speech model for films is looked for. The model need not be installed. */
  voicesDir: string;
  /**
   * Setting for the browser that reads web pages (`wanted`: a path, a program name, `off`, or empty for any known
   * browser), and the folders in which a name is looked for (`path`, in the format of `PATH`). `socket` is the path of
   * the Unix socket of a browser in another container, which is used instead, or empty.
   */
  browser: { wanted: string; path: string; socket: string };
  /**
   * File with the models that the stage may call, and settings for connections to them. Absent: no models. `open` opens
   * models in another way than by their providers, such as for a preview of prompts.
   */
  models?: { file: string; egress: EgressSettings; noProxy: string; open?: OpenModel };
  logger: Logger;
  signal: AbortSignal;
}

interface StageOutcome {
  summary: string;
  /** Response of the job, set only by the last stage. The controller replaces file names in the response by URLs. */
  response?: Record<string, unknown>;
}

/**
 * One step of a pipeline, such as drawing the images. Throws `PermanentFailure` if a retry cannot succeed, and any
 * other error if a retry might succeed.
 */
export type Stage = (context: StageContext) => Promise<StageOutcome>;
