import { RoleProcess } from './role-process.ts';

/** `adwright controller` as a process of its own. */
export class ControllerProcess extends RoleProcess {
  static start(entry: readonly string[], env: NodeJS.ProcessEnv, logFile: string): ControllerProcess {
    return new ControllerProcess({ args: [...entry, 'controller'], env, logFile });
  }
}
