/** Runs the service and the sample brands until Ctrl-C, with an account and a key made for you. */
import { mkdirSync } from 'node:fs';
import { firstRequest } from './first-request.ts';
import { startLocalService } from './local-service.ts';
import { startSampleSites } from './sample-sites.ts';

const dataDir = process.env['ADWRIGHT_DATA_DIR'] ?? 'data';
const account = 'demo';
const keyName = 'demo-key';
mkdirSync(dataDir, { recursive: true, mode: 0o700 });

// Where another program has these ports, free ones do as well: the addresses are printed.
const sites = await startSampleSites([8091, 8092]).catch(() => startSampleSites());
const allow = [process.env['ADWRIGHT_EGRESS_ALLOW'], sites.egressAllow].filter(Boolean).join(',');
const service = await startLocalService(
  { ADWRIGHT_DATA_DIR: dataDir, ADWRIGHT_EGRESS_ALLOW: allow },
  `${dataDir}/service.log`,
).catch((error: unknown) => {
  sites.close();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function key(): Promise<string> {
  const accounts = await service.command('accounts', 'list', '-o', 'json');
  if (!accounts.includes(`"name": "${account}"`))
    await service.command('accounts', 'create', account, '--credits', '1000');
  const keys = await service.command('keys', 'list', '--account', account, '-o', 'json');
  const known = keys.includes(`"name": "${keyName}"`);
  return known
    ? service.command('keys', 'rotate', keyName)
    : service.command('keys', 'create', '--account', account, '--name', keyName);
}

const secret = await key();
process.stdout.write(`
Adwright is up.

  API      ${service.url}          docs: ${service.url}/docs
  Key      ${secret}
  Brands   ${sites.verdane}  ${sites.marl}
  Log      ${dataDir}/service.log

Make an ad:

  curl -s ${service.url}/create_image_ad_async \\
    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(firstRequest(sites.verdane))}'

Follow it, with the job_id of the answer:

  bin/adwright jobs watch JOB_ID

Ask for its answer as a client does; the pictures it names need no key:

  curl -s ${service.url}/jobs/JOB_ID -H 'X-API-Key: ${secret}'

Ctrl-C ends everything; jobs go on at the next \`make up\`, which makes a new key.
`);

const stop = async (): Promise<void> => {
  await service.stop();
  sites.close();
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
