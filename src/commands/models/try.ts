import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../files/error-code.ts';
import { dollars } from '../../models/dollars.ts';
import type { ModelEntry } from '../../models/model-entry.ts';
import { modelPorts, type ModelAnswer, type ModelPort } from '../../models/model-task.ts';
import { typedResult } from '../../models/providers/result-type.ts';
import { measured } from '../../models/trial/measure.ts';
import { promptedTasks, type Prompted } from '../../models/trial/prompted-tasks.ts';
import { tryModel } from '../../models/trial/try-model.ts';
import { whole } from '../arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext } from '../context.ts';
import { explained } from './explain.ts';
import { fileOption, openModels, type OpenedModels } from './models-file.ts';

interface Options extends Omit<Prompted, 'prompt' | 'picture'> {
  file?: string;
  prompt?: string;
  picture?: string;
  entry?: string;
  out?: string;
  open?: boolean;
}

export function tryOne(context: CommandContext): Command {
  return new Command('try')
    .description('Call one model with a prompt of yours, and write its result to a file. The call counts for no budget')
    .addArgument(new Argument('<port>', 'what to ask for').choices(modelPorts))
    .option('--prompt <text>', 'the prompt, or the text to speak; `cutout` needs none')
    .option(
      '--picture <file>',
      'picture of yours: `image` edits it by the prompt, `cutout` cuts it out, `video` starts with it',
    )
    .option('--entry <name>', 'name of the model (default: the first of the port)')
    .addOption(
      new Option('--size <width>x<height>', 'wanted size of a picture or film')
        .argParser(sizeText)
        .default({ width: 1024, height: 1024 }, '1024x1024'),
    )
    .option('--seconds <n>', 'wanted length of a film', whole(3, 8), 4)
    .option('--language <tag>', 'language of a spoken text', 'en')
    .addOption(new Option('--out <file>', 'file for the result (default: a new file in a temporary folder)'))
    .option('--open', 'open the result with the program of the desktop')
    .addOption(fileOption())
    .addHelpText(
      'after',
      `\nExamples:\n  $ adwright models try image --prompt 'A blue mug on a table' --size 1024x1280 --open\n  $ adwright models try image --picture mug.jpg --prompt 'Put the mug on a beach at dawn' --open\n  $ adwright models try video --picture mug.jpg --prompt 'The camera moves slowly to the mug' --seconds 5 --open\n  $ adwright models try cutout --picture mug.jpg --entry birefnet --out mask.png\n${exitCodeHelp}`,
    )
    .action(async (port: ModelPort, options: Options) => {
      const opened = openModels(context, options.file);
      const entry = entryOf(opened, port, options.entry);
      context.err(`Calling ${port}/${entry.name}, at ${dollars(entry.priceMicroUsd)} by the price of the file ...\n`);
      const answer = await made(context, { opened, port, entry, options });
      const file = written(answer, port, options.out);
      context.out(`${file}\n`);
      if (options.open === true && (await context.openFile?.(file)) !== true)
        context.err('No program to open the file was found.\n');
    });
}

function sizeText(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(text) ?? [];
  if (width === undefined || height === undefined) throw new InvalidArgumentError('Must have the form 1024x1280.');
  return { width: Number(width), height: Number(height) };
}

function entryOf({ models }: OpenedModels, port: ModelPort, name: string | undefined): ModelEntry {
  const found = models.find((one) => one.port === port && (name === undefined || one.entry.name === name));
  if (found !== undefined) return found.entry;
  const which = name === undefined ? `no model for ${port}` : `no model "${name}" for ${port}`;
  throw new CommandError(`The file has ${which}. Run \`adwright models list\` to list all.`, exitCodes.notFound);
}

interface Call {
  opened: OpenedModels;
  port: ModelPort;
  entry: ModelEntry;
  options: Options;
}

const takesPicture: readonly ModelPort[] = ['image', 'cutout', 'video'];

/** Throws a `CommandError` if a port has no use for an option, or needs one that is missing. */
function checkOptions(port: ModelPort, { prompt, picture }: Options): void {
  const flaws = [
    ...(prompt === undefined && port !== 'cutout' ? [`${port} needs --prompt.`] : []),
    ...(picture === undefined && port === 'cutout' ? ['cutout needs --picture.'] : []),
    ...(picture !== undefined && !takesPicture.includes(port) ? [`${port} takes no --picture.`] : []),
  ];
  if (flaws.length > 0) throw new CommandError(flaws.join(' '), exitCodes.usage);
}

async function made(context: CommandContext, { opened: { access }, port, entry, options }: Call): Promise<ModelAnswer> {
  const { prompt, picture, size, seconds, language } = options;
  checkOptions(port, options);
  const reference = picture === undefined ? null : readPicture(picture);
  const task = promptedTasks[port]({ prompt: prompt ?? '', picture: reference, size, seconds, language });
  const { clock } = context;
  const trial = await tryModel({ entry, port, task }, { access, clock }, new AbortController().signal);
  if (trial.kind === 'failed') throw new CommandError(await explained({ failure: trial.failure, port, entry }, access));
  const { mediaType, size: got, bytes } = await measured(trial.answer);
  const facts = [mediaType, ...(got === undefined ? [] : [got]), `${bytes} bytes`, `${trial.seconds} s`];
  context.err(`${facts.join(', ')}, ${dollars(trial.costMicroUsd)}\n`);
  return trial.answer;
}

function readPicture(file: string): ModelAnswer {
  try {
    return typedResult('picture', readFileSync(file));
  } catch (error) {
    throw new CommandError(`${file} cannot be used as a picture: ${messageOf(error)}.`);
  }
}

const extensions: Readonly<Record<string, string>> = {
  ...{ 'application/json': 'json', 'image/jpeg': 'jpg', 'audio/mpeg': 'mp3' },
};

function written({ bytes, mediaType }: ModelAnswer, port: ModelPort, out: string | undefined): string {
  const extension = extensions[mediaType] ?? mediaType.split('/')[1] ?? 'bin';
  const file =
    out === undefined ? join(mkdtempSync(join(tmpdir(), 'adwright-')), `${port}.${extension}`) : resolve(out);
  try {
    writeFileSync(file, bytes);
    return file;
  } catch (error) {
    throw new CommandError(`The result could not be written: ${messageOf(error)}.`);
  }
}
