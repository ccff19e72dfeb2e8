import { systemClock } from '../../src/clock/system-clock.ts';
import type { CommandContext } from '../../src/commands/context.ts';
import { runProgram } from '../../src/commands/program.ts';

type Parts = Pick<CommandContext, 'store'> & Partial<Pick<CommandContext, 'namespace' | 'clock' | 'ledger'>>;

/** Where `adwright` is run; what the last command has printed so far is in `out` and `err`. */
export class Terminal {
  out = '';
  err = '';

  /** Answers the exit code. A command that is given no ledger must not ask for it. */
  run(args: readonly string[], parts: Parts): Promise<number> {
    [this.out, this.err] = ['', ''];
    const context = {
      namespace: 'default',
      clock: systemClock,
      ledger: () => Promise.reject(new Error('This command has no ledger.')),
      out: (text: string) => void (this.out += text),
      err: (text: string) => void (this.err += text),
      ...parts,
    };
    return runProgram([...args], context, [], '1.2.3');
  }
}
