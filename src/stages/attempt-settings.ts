import type { EgressSettings, ProxySettings } from '../egress/settings.ts';
import type { StageInput } from '../schema/stage-contract.ts';

export interface AttemptSettings {
  input: StageInput;
  /** Faults that tests inject, by stage. */
  faults: string;
  /** Path of the file to which the stage writes its termination message. */
  terminationMessagePath: string;
  /** Folder with the network that finds the subjects of photos. */
  cutoutDir: string;
  /** Folder with the speech model and the voices for films. */
  voicesDir: string;
  /** Browser that paints pages: a path, a name, or `off`. Empty: the first known browser in the folders of `path`. */
  browser: string;
  /** Path of the Unix socket of a browser in another container. It is used instead of a browser of this machine. */
  browserSocket: string;
  /** Folders in which the stage finds the programs that it starts. */
  path: string;
  /** YAML file with the models that the stage may call. */
  modelsFile: string | undefined;
  egress: EgressSettings;
  proxies: ProxySettings;
  logLevel: string;
}
