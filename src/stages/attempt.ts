import { writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { adTypeOf } from '../ads/known-types.ts';
import { messageOf } from '../files/error-code.ts';
import { sha256 } from '../files/sha256.ts';
import { createLogger } from '../observability/logger.ts';
import { AdJobSpec } from '../schema/adjob.ts';
import {
  exitAccessExpired,
  exitDone,
  exitPermanent,
  resultFile,
  type FileAccess,
  type StageInput,
  type StageResult,
  type TerminationMessage,
} from '../schema/stage-contract.ts';
import type { AttemptSettings } from './attempt-settings.ts';
import { AccessExpired, BrandUnreadable, PermanentFailure, TransientFailure } from './stage-errors.ts';
import { readAccess, writeAccess } from './file-access.ts';
import { hang, parseStageFaults, withFault, type FaultKind } from './faults.ts';
import { lazyEgress } from './lazy-egress.ts';
import { StageOutputs } from './outputs.ts';
import { stageLoaders, type StageLoader } from './registry.ts';
import type { StageContext } from './stage.ts';
import { StageSpans } from './stage-spans.ts';
import { storeFetch, type StoreFetch } from './store-fetch.ts';
import { readJson } from '../domain/json-text.ts';
import { fitTerminationMessage } from '../domain/termination-message.ts';
import { inTrace, traceFields, withSpan } from '../tracing/current-trace.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';
import type { Egress } from '../egress/port.ts';

interface AttemptRun {
  /** Signal that aborts when the process receives SIGTERM. */
  stop: AbortSignal;
  settings: AttemptSettings;
  stages?: ReadonlyMap<string, StageLoader>;
}

interface Ending {
  exitCode: number;
  message: TerminationMessage;
}

/** Public message of a failure that has no message of its own. The cause is written to the log only. */
const unexpected = 'The stage failed with an unexpected error.';
const expired = 'The signed URLs of the stage files have expired.';
const stopped = 'The stage was stopped before it finished.';
const exitFailed = 1;
const summaryCodePointsMax = 200;

/** Runs one stage once and returns the exit code for the process, one of the codes that `runStage` lists. */
export async function runAttempt(run: AttemptRun): Promise<number> {
  const { settings } = run;
  const { jobId, stage, attempt } = settings.input;
  const parent = parseTraceparent(settings.input.traceparent);
  const spans = parent && new StageSpans(parent);
  const logger = createLogger(settings.logLevel, 'stage', undefined, spans && traceFields);
  const lines = logger.child({ jobId, stage, attempt });
  return inTrace(spans?.trace, () => perform(run, spans, lines));
}

async function perform(run: AttemptRun, spans: StageSpans | undefined, logger: Logger): Promise<number> {
  const { settings } = run;
  const ending = await Promise.race([endOf(run, spans, logger), whenStopped(run.stop)]);
  await writeFile(settings.terminationMessagePath, fitTerminationMessage(ending.message));
  logger.info({ exitCode: ending.exitCode }, 'stage ended');
  return ending.exitCode;
}

async function endOf(run: AttemptRun, spans: StageSpans | undefined, logger: Logger): Promise<Ending> {
  try {
    return { exitCode: exitDone, message: await work(run, spans, logger) };
  } catch (error) {
    if (error instanceof BrandUnreadable) {
      const { code, message: sentence, reason: unread } = error;
      logger.warn({ unread, sentence }, 'no web page of the request could be read');
      return { exitCode: exitDone, message: { code, sentence, unread } };
    }
    if (error instanceof PermanentFailure) {
      logger.warn(
        { code: error.code, sentence: error.message, err: error.cause },
        'stage failed permanently; it is not retried',
      );
      return { exitCode: exitPermanent, message: { code: error.code, sentence: error.message } };
    }
    if (error instanceof AccessExpired) {
      logger.warn({ sentence: error.message }, 'the signed URLs of the stage files have expired');
      return { exitCode: exitAccessExpired, message: { sentence: expired } };
    }
    if (run.stop.aborted) {
      logger.info({ reason: messageOf(error) }, 'stage stopped');
      return { exitCode: exitFailed, message: { sentence: stopped } };
    }
    logger.error({ err: error }, 'stage failed');
    const sentence = error instanceof TransientFailure ? error.message : unexpected;
    return { exitCode: exitFailed, message: { sentence } };
  }
}

async function work(run: AttemptRun, spans: StageSpans | undefined, logger: Logger): Promise<TerminationMessage> {
  const { settings } = run;
  const { input } = settings;
  const fetchFile = storeFetch(settings);
  const stages = run.stages ?? stageLoaders;
  const fault = parseStageFaults(settings.faults, stages.keys()).get(input.stage);
  const load = stages.get(input.stage);
  if (load === undefined) throw new Error(`There is no stage "${input.stage}".`);
  const [stage, given] = await Promise.all([load(), readRequest(input, fetchFile)]);
  const outputs = new StageOutputs(input.outputs, fetchFile);
  const context: StageContext = {
    input,
    ...given,
    read: (name) => readInput(input, name, fetchFile),
    write: (file, bytes, contentType) => outputs.write(file, bytes, contentType),
    egress: tracedEgress(lazyEgress(settings.egress, settings.proxies.none)),
    cutoutDir: settings.cutoutDir,
    voicesDir: settings.voicesDir,
    ...(settings.modelsFile !== undefined && {
      models: { file: settings.modelsFile, egress: settings.egress, noProxy: settings.proxies.none },
    }),
    browser: { wanted: settings.browser, path: settings.path, socket: settings.browserSocket },
    logger,
    signal: run.stop,
  };
  const { summary: prose, response } = await withFault(stage, fault)(context);
  const summary = oneLine(prose);
  const { files } = outputs;
  const result = { stage: input.stage, attempt: input.attempt, summary, files, ...(response && { response }) };
  const traced = spans && { spans: spans.ended(input.stage) };
  return writeResult({ ...result, ...traced }, { access: input.result, fetchFile, fault });
}

/** Records each fetch as a span. The span does not contain the URL, which is part of the request or of a page. */
function tracedEgress(egress: Egress): Egress {
  const options = { kind: 'client' } as const;
  return { fetch: (url, limits, signal) => withSpan('fetch', () => egress.fetch(url, limits, signal), options) };
}

async function readRequest(input: StageInput, fetchFile: StoreFetch): Promise<Pick<StageContext, 'ad' | 'request'>> {
  const bytes = await readInput(input, 'request', fetchFile);
  if (bytes === undefined) throw new Error('The request file is missing.');
  const spec = AdJobSpec.parse(readJson(bytes.toString('utf8')));
  const type = adTypeOf(spec.type);
  const request = type?.adRequest(spec);
  if (type === undefined || request === undefined) throw new Error(`There is no type of ad "${spec.type}".`);
  return { ad: spec[type.field], request };
}

async function readInput(input: StageInput, name: string, fetchFile: StoreFetch): Promise<Buffer | undefined> {
  if (!Object.hasOwn(input.inputs, name)) return undefined;
  const access = input.inputs[name];
  const bytes = access && (await readAccess(access, fetchFile));
  const [stage = ''] = name.split('/');
  const isThere = bytes !== undefined || input.earlier[stage]?.state !== 'Succeeded';
  if (!isThere) throw new TransientFailure(`The file ${name} of an earlier stage is missing.`);
  return bytes;
}

/**
 * Writes `result.json` and returns the termination message that names this file. The name is relative to the folder of
 * this run of the stage, because a stage does not know where its files are stored.
 */
async function writeResult(
  result: StageResult,
  { access, fetchFile, fault }: { access: FileAccess; fetchFile: StoreFetch; fault: FaultKind | undefined },
): Promise<TerminationMessage> {
  const bytes = Buffer.from(fault === 'garbage' ? '{"stage":' : JSON.stringify(result));
  await writeAccess(access, { bytes, contentType: 'application/json' }, fetchFile);
  if (fault === 'late') await hang();
  return { ref: resultFile, sha256: sha256(bytes), summary: result.summary };
}

function oneLine(text: string): string {
  const words = text.replace(/\s+/gu, ' ').trim();
  return Array.from(words).slice(0, summaryCodePointsMax).join('');
}

function whenStopped(stop: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const end = (): void => {
      resolve({ exitCode: exitFailed, message: { sentence: stopped } });
    };
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
  });
}
