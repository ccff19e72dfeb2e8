import { RoleProcess } from './role-process.ts';

/** A process of the role `controller`. */
export class ControllerProcess extends RoleProcess {
  static start(entry: readonly string[], env: NodeJS.ProcessEnv, logFile: string): ControllerProcess {
    return new ControllerProcess({ args: [...entry, 'controller'], env, logFile });
  }
}
