/**
 * Runs the demo: serves two sample websites on this machine, starts the service on an empty data folder, sends a few
 * requests as a client would, and writes the finished pictures and a film to out/demo/.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createImageAd, createVideoAd, getJob, startLocalService, type LocalService } from './local-service.ts';
import { startSampleSites } from './sample-sites.ts';

const folder = 'out/demo';
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Image requests by the name of their pictures. The first has only a brand and a product. */
function imageRequests(verdane: string, marl: string): Record<string, unknown> {
  return {
    verdane: {
      brand_data: { brand_url: verdane },
      product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: null },
    },
    'verdane-offer': {
      brand_data: { brand_url: verdane },
      product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: null },
      ad_copies: [
        { copy_type: 'headline', copy_text: 'Winter skin, sorted' },
        { copy_type: 'offer', copy_text: '20% off this week', price: '€27.20' },
        { copy_type: 'cta', copy_text: 'Get yours' },
      ],
      generation_metadata: {
        aspect_ratios: '9:16, 16:9',
        user_direction: 'Dark and calm, the bottle as the only light.',
      },
    },
    marl: {
      brand_data: { brand_url: marl },
      product_metadata: { product_url: `${marl}/products/morning-mug.html`, product_images: null },
      generation_metadata: { aspect_ratios: '4:5, 3:1' },
    },
    'marl-arabic': {
      brand_data: { brand_url: marl },
      product_metadata: { product_url: `${marl}/products/morning-mug.ar.html`, product_images: null },
      generation_metadata: { language: 'ar' },
    },
  };
}

function videoRequests(verdane: string): Record<string, unknown> {
  return {
    'verdane-film': {
      brand_metadata: { brand_url: verdane, brand_images: [] },
      product_metadata: { product_url: `${verdane}/products/spruce-body-oil.html`, product_images: [] },
      generation_metadata: { target_duration: 12, aspect_ratio: '9:16', generate_sound: true },
    },
  };
}

async function save(service: LocalService, key: string, name: string, jobId: string): Promise<string[]> {
  const job = await getJob(service, key, jobId);
  const paths: string[] = [];
  for (const { url, aspect_ratio } of job.response?.images ?? []) {
    const path = `${folder}/${name}-${aspect_ratio.replace(':', 'x')}.png`;
    writeFileSync(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
    paths.push(path);
  }
  const { url } = job.response?.video ?? {};
  if (url !== undefined) {
    const path = `${folder}/${name}.mp4`;
    writeFileSync(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
    paths.push(path);
  }
  return paths;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sites = await startSampleSites();
say(`Two sample brands:  ${sites.verdane}  ${sites.marl}`);
const service = await startLocalService(
  {
    ADWRIGHT_DATA_DIR: `${folder}/data`,
    ADWRIGHT_LISTEN: '127.0.0.1:0',
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
    ADWRIGHT_EGRESS_ALLOW: sites.egressAllow,
  },
  `${folder}/service.log`,
);
try {
  say(`Service:            ${service.url}  (log: ${folder}/service.log)`);
  if (service.signInLink !== undefined) say(`Dashboard:          ${service.signInLink}`);
  say('');
  await service.command('accounts', 'create', 'demo', '--credits', '100');
  const key = await service.command('keys', 'create', '--account', 'demo');
  const jobs: [name: string, jobId: string][] = [];
  for (const [name, request] of Object.entries(imageRequests(sites.verdane, sites.marl))) {
    jobs.push([name, await createImageAd(service, key, request)]);
  }
  for (const [name, request] of Object.entries(videoRequests(sites.verdane))) {
    jobs.push([name, await createVideoAd(service, key, request)]);
  }
  const files: string[] = [];
  for (const [name, jobId] of jobs) {
    say(`${name}  job ${jobId}`);
    if ((await service.show('jobs', 'watch', jobId, '--timeout', '5m')) !== 0) process.exitCode = 1;
    files.push(...(await save(service, key, name, jobId)));
    say('');
  }
  say(`Finished ads:\n${files.map((path) => `  ${path}`).join('\n')}\n\nRun \`make up\` to send your own requests.`);
} finally {
  await service.stop();
  sites.close();
}
