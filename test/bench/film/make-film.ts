/** Runs the video stage once, in a process of its own, and reports its time and peak memory as JSON. */
import { readFileSync } from 'node:fs';
import { video } from '../../../src/stages/video/video.ts';
import { inMemoryStage } from '../../support/stage-scene.ts';
import { storedEgress } from '../../support/stored-egress.ts';

const at = (name: string) => `https://cdn.example.com/${name}`;
const names = ['mug.jpg', 'morning-table.jpg', 'dunes.jpg', 'mountain-lake.jpg'];
const files = Object.fromEntries(names.map((name) => [at(name), readFileSync(`examples/pictures/${name}`)]));

const scene = { voiceover: '', visual: 'A picture.' };
const script = {
  language: 'en-US',
  narrative: 'A mug keeps a slow morning warm.',
  scenes: [
    { ...scene, role: 'hook', seconds: 3, on_screen_text: 'Slow mornings, kept warm', subject: 'photo' },
    { ...scene, role: 'benefit', seconds: 3.5, on_screen_text: 'Holds heat for an hour', subject: 'photo' },
    { ...scene, role: 'proof', seconds: 3, on_screen_text: 'Thrown by hand in Porto', subject: 'product' },
    { ...scene, role: 'call_to_action', seconds: 2.5, on_screen_text: '', subject: 'end_card' },
  ],
  copy: { headline: 'Slow mornings, kept warm', cta: 'Order yours' },
  notes: [],
};
const request = {
  brand_metadata: {
    brand_name: 'Marl',
    brand_images: names.slice(1).map((name) => ({ image_url: at(name), labels: ['lifestyle'] })),
    color_swatches: [{ hex: '#b4532a' }, { hex: '#f3ece2' }],
  },
  product_metadata: { product_name: 'Morning Mug', product_images: [{ image_url: at('mug.jpg') }] },
  generation_metadata: { target_duration: 12, aspect_ratio: '9:16' },
};

const { context } = inMemoryStage({
  stage: 'video',
  type: 'video_ad',
  egress: storedEgress(files),
  script,
  request,
});
const started = performance.now();
await video(context);
const seconds = (performance.now() - started) / 1_000;
process.stdout.write(JSON.stringify({ seconds, peakMebibytes: process.resourceUsage().maxRSS / 1_024 }));
