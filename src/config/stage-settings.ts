import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { sealingKeysFolder, StageInput, stageInputBytesMax } from '../schema/stage-contract.ts';
import { decodeStageInput } from '../schema/stage-input-text.ts';
import { egressSettings, trustSettings } from './egress-settings.ts';
import { modelsSettings } from './models-settings.ts';
import { setting } from './setting.ts';
import { LogLevel } from './value-schemas.ts';

function fieldError({ input }: { input?: unknown }): string {
  return input === undefined ? 'is missing' : 'must have the form that the controller writes';
}

const InputText = z
  .string({ error: 'is missing: stages are started by the controller, not by hand' })
  .refine((text) => Buffer.byteLength(text) <= stageInputBytesMax, `is larger than ${stageInputBytesMax} bytes`)
  .transform((text, context): unknown => {
    try {
      return decodeStageInput(text, (id) => readFileSync(join(sealingKeysFolder, basename(id)), 'utf8').trim());
    } catch {
      context.addIssue(
        text.startsWith('sealed:')
          ? 'cannot be unsealed: the key in its Secret was replaced or removed'
          : 'is neither plain nor compressed JSON',
      );
      return z.NEVER;
    }
  })
  .transform((decoded, context): StageInput => {
    const parsed = StageInput.safeParse(decoded, { error: fieldError });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

export const stageSettings = {
  input: setting('ADWRIGHT_STAGE_INPUT', InputText),
  faults: setting('ADWRIGHT_STAGE_FAULTS', z.string().default('')),
  /**
   * Path of the file to which the stage writes its termination message. The default is the path that the kubelet reads.
   */
  terminationMessagePath: setting('ADWRIGHT_TERMINATION_MESSAGE_PATH', z.string().default('/dev/termination-log')),
  /** Folder with the network that finds the subjects of photos. The default is its folder in the container image. */
  cutoutDir: setting('ADWRIGHT_CUTOUT_DIR', z.string().default('/opt/adwright/cutout')),
  /**
   * Folder with the speech model and the voices for films. The default is their folder in the container image of the
   * stage.
   */
  voicesDir: setting('ADWRIGHT_VOICES_DIR', z.string().default('/opt/adwright/voices')),
  /** Browser that paints pages: a path, a name, or `off`. Empty: the first known browser in the folders of `PATH`. */
  browser: setting('ADWRIGHT_BROWSER', z.string().max(4_096).default('')),
  /** Path of the Unix socket of a browser in another container. It is used instead of a browser of this machine. */
  browserSocket: setting('ADWRIGHT_BROWSER_SOCKET', z.string().max(100).default('')),
  /** Folders in which the stage finds the programs that it starts. */
  path: setting('PATH', z.string().default('')),
  ...modelsSettings,
  ...egressSettings,
  ...trustSettings,
  logLevel: setting('ADWRIGHT_LOG_LEVEL', LogLevel),
};
