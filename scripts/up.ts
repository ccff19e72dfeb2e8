/** Runs the service and the websites of the sample brands until Ctrl-C. Creates an account and an API key. */
import { mkdirSync } from 'node:fs';
import { firstRequest } from './first-request.ts';
import { startLocalService } from './local-service.ts';
import { startSampleSites } from './sample-sites.ts';

const dataDir = process.env['ADWRIGHT_DATA_DIR'] ?? 'data';
const account = 'demo';
const keyName = 'demo-key';
mkdirSync(dataDir, { recursive: true, mode: 0o700 });

// If these ports are in use, others are chosen. The addresses are printed.
const sites = await startSampleSites([8091, 8092]).catch(() => startSampleSites());
const receiverPort = 8093;
const allow = [process.env['ADWRIGHT_EGRESS_ALLOW'], sites.egressAllow, `127.0.0.0/8:${receiverPort}`]
  .filter(Boolean)
  .join(',');
const service = await startLocalService(
  { ADWRIGHT_DATA_DIR: dataDir, ADWRIGHT_EGRESS_ALLOW: allow, ADWRIGHT_ALLOW_HTTP_CALLBACKS: 'true' },
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
const dashboard = service.signInLink ?? 'off (ADWRIGHT_ADMIN_LISTEN)';
process.stdout.write(`
Adwright is running.

  Dashboard  ${dashboard}
  API        ${service.url}          docs: ${service.url}/docs
  Key        ${secret}
  Brands     ${sites.verdane}  ${sites.marl}
  Log        ${dataDir}/service.log

The link to the dashboard works once, within ten minutes. For another one: bin/adwright admin sign-in

Create an ad:

  curl -s ${service.url}/create_image_ad_async \\
    -H 'X-API-Key: ${secret}' -H 'Content-Type: application/json' \\
    -d '${JSON.stringify(firstRequest(sites.verdane))}'

Watch the job, with the job_id of the response:

  bin/adwright jobs watch JOB_ID

Read the result as a client does; the picture URLs need no key:

  curl -s ${service.url}/jobs/JOB_ID -H 'X-API-Key: ${secret}'

Receive a callback: run this in another terminal, and add "callback_url": "http://127.0.0.1:${receiverPort}/" to the request:

  WEBHOOK_SECRET=$(bin/adwright accounts webhook-secret ${account}) node_modules/.bin/node examples/callbacks/receiver.ts

Ctrl-C stops everything. Jobs continue at the next \`make up\`, which creates a new key.
`);

const stop = async (): Promise<void> => {
  await service.stop();
  sites.close();
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
