import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { jsonText } from '../../src/domain/json-text.ts';
import type { QualityCheck, RenderedAd } from '../../src/studio/brief.ts';

/** Origin of a picture: the repository's own briefs, sample directions, given requests, real websites, or films. */
type Group = 'own' | 'directed' | 'given' | 'site' | 'film';

/** Facts about a picture or film on the page. */
export interface Facts {
  group: Group;
  brief: string;
  ratio: string;
  layout: string;
  /** BCP-47 tag of the texts, from which the page shows the writing system. */
  language: string;
  direction: string | null;
  checks: readonly QualityCheck[];
  notes: readonly string[];
  /** Score of the composition and its parts. Films have none. */
  score?: RenderedAd['score'] | undefined;
  /** Judgement of a viewer. The default is the result of the checks. */
  verdict?: string | undefined;
  /** Name of the file of a film, and names of its other pictures. */
  video?: string;
  sheets?: readonly string[];
}

/** Pictures of the gallery and the page that shows them. */
export interface Collection {
  /** Adds a picture, or the poster of a film. */
  add: (picture: Buffer, facts: Facts) => Promise<void>;
  /** Writes the page with all pictures that were added. */
  write: () => void;
}

/** Longest side of a thumbnail in pixels, twice its length on the page. */
const thumbSide = 640;

const pageFiles = ['index.html', 'gallery.css', 'gallery.js'];

/** Creates a gallery in `out`. `layouts` are the names of all layouts: the page lists those without a picture. */
export function openCollection(out: string, layouts: readonly string[]): Collection {
  mkdirSync(join(out, 'thumbs'), { recursive: true });
  const shown: Record<string, unknown>[] = [];
  const write = (): void => {
    for (const file of pageFiles) copyFileSync(new URL(`page/${file}`, import.meta.url), join(out, file));
    writeFileSync(join(out, 'data.js'), `window.galleryData = ${jsonText({ shown, layouts })};\n`);
  };
  const add = async (picture: Buffer, { language, direction, verdict, ...facts }: Facts): Promise<void> => {
    const id = [facts.group, facts.brief, facts.ratio.replace(':', 'x')].join('-');
    const [file, thumb] = [`${id}.png`, `thumbs/${id}.webp`];
    writeFileSync(join(out, file), picture);
    const small = sharp(picture).resize({
      width: thumbSide,
      height: thumbSide,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const { width, height } = await small.webp().toFile(join(out, thumb));
    shown.push({
      ...{ id, ...facts, picture: file, thumb, thumbWidth: width, thumbHeight: height },
      ...{ script: scriptOf(language), direction: direction ?? 'none', verdict: verdict ?? verdictOf(facts) },
    });
  };
  return { add, write };
}

const scriptNames = new Intl.DisplayNames('en', { type: 'script' });

function scriptOf(language: string): string {
  const { script } = new Intl.Locale(language).maximize();
  return script === undefined ? 'unknown' : (scriptNames.of(script) ?? script);
}

function verdictOf({ checks, notes }: Pick<Facts, 'checks' | 'notes'>): string {
  if (checks.some(({ passed }) => !passed)) return 'failed';
  return notes.length === 0 ? 'passed' : 'noted';
}
