import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { isStoreError } from '../objects/store-error.ts';
import type { NewSecrets } from '../secrets/port.ts';
import { objectName } from './arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext } from './context.ts';

interface Options {
  installation?: string;
  redis?: string;
  stageInput?: string;
}

type Values = Record<string, string>;

interface Wanted {
  name: string;
  values: Values;
  /** True: operators add and remove entries of the Secret. */
  areRenamed?: boolean;
}

/** Random bytes of a generated secret. They are written in hexadecimal, which needs no quoting anywhere. */
const secretBytes = 32;

export function createSecretsCommand(context: CommandContext): Command {
  return new Command('create-secrets')
    .description('Create the generated Secrets of an installation on a cluster, unless they exist')
    .option('--installation <name>', 'Secret that makes the URLs of files unguessable', objectName)
    .option('--redis <name>', 'Secret with the password of the bundled Redis', objectName)
    .option('--stage-input <name>', 'Secret with the key that seals the inputs of stages', objectName)
    .addHelpText(
      'after',
      `\nThe command never changes a Secret that exists.\n\nExample:\n  $ adwright create-secrets --installation adwright-installation --redis adwright-redis\n${exitCodeHelp}`,
    )
    .action((options: Options) => createSecrets(context, options));
}

async function createSecrets(context: CommandContext, { installation, redis, stageInput }: Options): Promise<void> {
  if ((installation ?? redis ?? stageInput) === undefined)
    throw new CommandError('Name a Secret with --installation, --redis or --stage-input.', exitCodes.usage);
  const secrets = await context.newSecrets();
  if (installation !== undefined)
    await createUnlessPresent(context, secrets, { name: installation, values: installationValues() });
  if (redis !== undefined) await createUnlessPresent(context, secrets, { name: redis, values: redisValues() });
  if (stageInput !== undefined)
    await createUnlessPresent(context, secrets, { name: stageInput, values: stageInputValues(), areRenamed: true });
}

/** Returns the first key. To rotate the key, an operator adds an entry whose name is later in the alphabet. */
function stageInputValues(): Values {
  return { '1': randomBytes(secretBytes).toString('hex') };
}

function installationValues(): Values {
  return { 'installation-secret': randomBytes(secretBytes).toString('hex') };
}

/** Returns the password for the clients of Redis, and the ACL file with which Redis requires it. */
function redisValues(): Values {
  const password = randomBytes(secretBytes).toString('hex');
  return { password, 'users.acl': `user default on >${password} ~* &* +@all\n` };
}

async function createUnlessPresent(
  context: CommandContext,
  secrets: NewSecrets,
  { name, values, areRenamed = false }: Wanted,
): Promise<void> {
  const key = { namespace: context.namespace, name };
  const present = await secrets.keys(key);
  if (present === undefined) {
    try {
      await secrets.create(key, values);
      context.out(`Created the Secret ${name}.\n`);
      return;
    } catch (error) {
      if (!isStoreError(error, 'AlreadyExists')) throw error;
    }
  }
  if (!areRenamed) checkKeys(name, present ?? (await secrets.keys(key)) ?? [], values);
  context.out(`The Secret ${name} exists; nothing was changed.\n`);
}

function checkKeys(name: string, present: readonly string[], values: Values): void {
  const missing = Object.keys(values).filter((value) => !present.includes(value));
  if (missing.length === 0) return;
  throw new CommandError(
    `The Secret ${name} exists without ${missing.join(' and ')}. Add what is missing, or delete the Secret so that a new one can be created.`,
  );
}
