import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { check } from './check.ts';
import { list } from './list.ts';
import { prompt } from './prompt.ts';
import { tryOne } from './try.ts';

export function modelsCommand(context: CommandContext): Command {
  const group = new Command('models')
    .alias('model')
    .description(
      'List, check and try the models that stages call, and show their prompts. The models are in the file of ADWRIGHT_MODELS',
    );
  for (const make of [list, check, tryOne, prompt]) group.addCommand(make(context));
  return group;
}
