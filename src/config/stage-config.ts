import { z } from 'zod';
import { StageInput, stageInputBytesMax } from '../schema/stage-contract.ts';
import { decodeStageInput } from '../schema/stage-input-text.ts';
import { readEnvironment } from './environment.ts';
import { LogLevel } from './settings.ts';

function fieldError({ input }: { input?: unknown }): string {
  return input === undefined ? 'is missing' : 'must have the form that the controller writes';
}

const InputText = z
  .string({ error: 'is missing: stages are started by the controller, not by hand' })
  .refine((text) => Buffer.byteLength(text) <= stageInputBytesMax, `is larger than ${stageInputBytesMax} bytes`)
  .transform((text, context): unknown => {
    try {
      return decodeStageInput(text);
    } catch {
      context.addIssue('is neither plain nor compressed JSON');
      return z.NEVER;
    }
  })
  .transform((decoded, context): StageInput => {
    const parsed = StageInput.safeParse(decoded, { error: fieldError });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const Environment = z.object({
  ADWRIGHT_STAGE_INPUT: InputText,
  ADWRIGHT_STAGE_FAULTS: z.string().default(''),
  /** Path of the file for the termination message. The default is the kubelet's. */
  ADWRIGHT_TERMINATION_MESSAGE_PATH: z.string().default('/dev/termination-log'),
  ADWRIGHT_EGRESS_ALLOW: z.string().default(''),
  ADWRIGHT_LOG_LEVEL: LogLevel,
});

/** Settings of a stage process. */
export interface StageConfig {
  input: StageInput;
  faults: string;
  terminationMessagePath: string;
  egressAllow: string;
  logLevel: string;
}

/** Reads the environment. Throws `ConfigError` with a sentence for every invalid setting. */
export function readStageConfig(env: NodeJS.ProcessEnv = process.env): StageConfig {
  const seen = readEnvironment(Environment, env);
  return {
    input: seen.ADWRIGHT_STAGE_INPUT,
    faults: seen.ADWRIGHT_STAGE_FAULTS,
    terminationMessagePath: seen.ADWRIGHT_TERMINATION_MESSAGE_PATH,
    egressAllow: seen.ADWRIGHT_EGRESS_ALLOW,
    logLevel: seen.ADWRIGHT_LOG_LEVEL,
  };
}
