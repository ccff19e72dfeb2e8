import { readFileSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { adTypes } from '#ad-types';
import { z } from 'zod';
import type { AdType } from '../../ads/ad-type.ts';
import { parseJson } from '../../domain/json-text.ts';
import { messageOf } from '../../files/error-code.ts';
import { BrandExtract } from '../../schema/brand.ts';
import type { ModelTask } from '../../models/model-task.ts';
import { CommandError, exitCodes, outputOption, type CommandContext } from '../context.ts';
import { print, type OutputFormat } from '../output.ts';
import { fileOption, openModels } from './models-file.ts';

interface Options {
  request: string;
  brand?: string;
  file?: string;
  account: string;
  output: OutputFormat;
}

/** Types of ads by the word of the command, such as `image`. */
const typesByWord: ReadonlyMap<string, AdType> = new Map(adTypes.map((type) => [type.field, type]));

export function prompt(context: CommandContext): Command {
  return new Command('prompt')
    .description(
      'Show what the stages would ask the models for a request. Calls no model and reads no page; fetches the pictures of the request',
    )
    .addArgument(new Argument('<type>', 'type of ad').choices([...typesByWord.keys()]))
    .requiredOption('--request <file>', 'JSON file with the request, as for the REST API')
    .option('--brand <file>', 'brand.json of an earlier job, in place of the pages, which are not read')
    .option('--account <namespace/name>', 'account whose models to use', 'default/default')
    .addOption(fileOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ adwright models prompt image --request examples/requests/image-minimal.json\n  $ adwright models prompt video --request film.json --account ads/acme -o json\n  $ adwright models prompt image --request ad.json --brand brand.json',
    )
    .action(async (word: string, { request: path, brand: brandPath, file, account, output }: Options) => {
      const type = typesByWord.get(word);
      if (type === undefined) throw new CommandError(`There is no type of ad "${word}".`, exitCodes.usage);
      const opened = openModels(context, file);
      const request = readJsonFile(path, type.request, 'request');
      const brand =
        brandPath === undefined
          ? undefined
          : Buffer.from(JSON.stringify(readJsonFile(brandPath, BrandExtract, 'brand.json')));
      const { previewTasks } = await import('../../stages/preview/preview-tasks.ts');
      const signal = new AbortController().signal;
      const { file: models, access } = opened;
      const tasks = await previewTasks({ type, request, brand, account, file: models, access, signal });
      const shown = tasks.map(({ stage, entry, task }) => ({ stage, port: task.port, model: entry, ...wordsIn(task) }));
      if (output !== 'table') print(context, output, shown, []);
      else if (shown.length === 0) context.err('The stages would ask no model.\n');
      else context.out(shown.map(textOf).join('\n'));
    });
}

function readJsonFile<Content>(path: string, schema: z.ZodType<Content>, what: string): Content {
  try {
    const { success, data, error } = schema.safeParse(parseJson(readFileSync(path, 'utf8')));
    if (success) return data;
    throw new CommandError(`${path} is not a valid ${what}:\n${z.prettifyError(error)}`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}.`);
  }
}

/** Returns the words of a task, without its pictures. */
function wordsIn(task: ModelTask): { system?: string; prompt: string } {
  switch (task.port) {
    case 'copywriter':
      return { system: task.system, prompt: task.prompt };
    case 'speech':
      return { prompt: task.text };
    case 'cutout':
      return { prompt: '(a picture)' };
    default:
      return { prompt: task.prompt };
  }
}

interface Shown {
  stage: string;
  port: string;
  model: string;
  system?: string;
  prompt: string;
}

const textOf = ({ stage, port, model, system, prompt: text }: Shown): string =>
  [`# ${stage}: ${port} by ${model}`, ...(system === undefined ? [] : [system, '---']), text, ''].join('\n');
