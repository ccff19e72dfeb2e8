import { systemClock } from '../../../src/clock/system-clock.ts';
import type { CommandContext } from '../../../src/commands/context.ts';
import { runProgram, type RoleCommand } from '../../../src/commands/program.ts';
import { MemoryAuditLog } from '../admin/memory-audit-log.ts';
import type { AccountSecrets } from '../../../src/secrets/port.ts';

type Parts = Pick<CommandContext, 'store'> &
  Partial<
    Pick<
      CommandContext,
      | 'namespace'
      | 'clock'
      | 'ledger'
      | 'accountSecrets'
      | 'newSecrets'
      | 'changeRecords'
      | 'redraw'
      | 'files'
      | 'archive'
      | 'adminStores'
      | 'models'
      | 'openFile'
      | 'checks'
    >
  >;

/** Signing secrets for tests that use none: each call fails. */
const unusedSecrets: AccountSecrets = {
  ensure: () => Promise.resolve(),
  read: () => Promise.reject(new Error('the test gave this command no signing secrets')),
  rotate: () => Promise.reject(new Error('the test gave this command no signing secrets')),
  delete: () => Promise.resolve(),
};

const admin: RoleCommand = {
  name: 'admin',
  description: 'Run the dashboard.',
  help: '',
  run: () => Promise.reject(new Error('the test gave this command no dashboard')),
};

/** Runs `adwright` commands. `out` and `err` hold the output of the last command. */
export class Terminal {
  out = '';
  err = '';
  /** Changes that commands have recorded, unless a test gives other `changeRecords`. */
  readonly auditLog = new MemoryAuditLog();

  /** Runs a command and returns its exit code. Without a ledger in `parts`, the command's use of the ledger fails. */
  run(args: readonly string[], parts: Parts): Promise<number> {
    [this.out, this.err] = ['', ''];
    const context: CommandContext = {
      namespace: 'default',
      clock: systemClock,
      accountSecrets: () => Promise.resolve(unusedSecrets),
      newSecrets: () => Promise.reject(new Error('the test gave this command no cluster')),
      changeRecords: () =>
        Promise.resolve({ auditLog: this.auditLog, actor: { kind: 'command', subject: 'ada@host' } }),
      files: () => Promise.reject(new Error('the test gave this command no file storage')),
      archive: () => Promise.reject(new Error('the test gave this command no archive')),
      redraw: () => Promise.reject(new Error('the test gave this command no files')),
      adminStores: () => Promise.reject(new Error('the test gave this command no dashboard')),
      ledger: () => Promise.reject(new Error('the test gave this command no ledger')),
      out: (text: string) => void (this.out += text),
      err: (text: string) => void (this.err += text),
      ...parts,
    };
    return runProgram([...args], context, [admin], '1.2.3');
  }
}
