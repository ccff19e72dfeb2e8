import { indefinite } from '../../domain/indefinite.ts';
import { colorName } from '../../studio/brand-kit/color-name.ts';
import { colorRoles } from '../../studio/brand-kit/roles.ts';
import { adCopy, copyChoices } from '../../studio/copy/ad-copy.ts';
import type { PageChoices } from '../../studio/copy/page-choice.ts';
import { besidePicture } from '../../studio/copy/page-copy.ts';
import { readBrandFacts, type BrandFacts } from '../brand-facts.ts';
import type { Stage } from '../stage.ts';
import { openDesk } from '../models/open-desk.ts';
import { sourcesOf } from '../models/sources-of.ts';
import { toneFor } from '../tone.ts';
import type { ConceptFile } from './concept-file.ts';
import { writeConcept, type ConceptFacts } from './write-concept.ts';

/**
 * Stage that writes `concept.json`, a creative idea for an ad. The stage is skipped if the request contains a creative
 * direction.
 */
export const concept: Stage = async (context) => {
  const known = await readBrandFacts(context);
  const seed = context.input.jobId;
  const written = conceptFacts(known, seed);
  const desk = await openDesk(context, 'image_model_error');
  const byModel = desk && (await import('./concept-by-model.ts')).conceptByModel;
  const made = await byModel?.(
    { ...written, description: known.brand.product?.description ?? null, choices: choicesOf(known) },
    { desk, sources: sourcesOf(known), signal: context.signal },
  );
  const sentences = made?.sentences ?? writeConcept(written, seed);
  const file: ConceptFile = {
    ...{ concept: sentences.map(({ text }) => text).join(' '), tone: written.tone, sentences },
    copy: made?.copy,
    ...(desk !== null && { models: desk.report }),
  };
  await context.write('concept.json', Buffer.from(JSON.stringify(file)), 'application/json');
  return { summary: `${indefinite(file.tone) === 'an' ? 'An' : 'A'} ${file.tone} concept.` };
};

function conceptFacts(known: BrandFacts, seed: string): ConceptFacts {
  const { brand } = known;
  const { noText } = known.request;
  const words = noText ? wordless : wordsOf(known);
  const roles = colorRoles(brand.colors);
  return {
    ...words,
    product: brand.product?.name ?? null,
    tone: toneFor(known, seed),
    color: roles === undefined ? null : colorName(roles[roles.prefers].primary),
    shows: shownBy(known),
  };
}

const choicesOf = ({ request, page, language }: BrandFacts): PageChoices =>
  request.noText ? noChoices : copyChoices(request.adCopies, page && besidePicture(page), language);

const noChoices: PageChoices = { headline: [], subheadline: [], cta: [] };

const wordless = { brand: null, headline: '', cta: '' };

function wordsOf({ request, brand, page, language }: BrandFacts): Pick<ConceptFacts, keyof typeof wordless> {
  const { headline, cta } = adCopy(request.adCopies, page, language).copy;
  return { brand: brand.name, headline, cta };
}

/**
 * Returns what the ad will probably show. No picture has been fetched at this point, so some may later turn out to be
 * unusable.
 */
function shownBy({ request, given, page, extract }: BrandFacts): ConceptFacts['shows'] {
  if (given.productImages.length + (page?.product?.images.length ?? 0) > 0) return 'product';
  const scenes = request.brandImages.filter(({ labels = [] }) => !labels.includes('logo'));
  return scenes.length + (extract?.pictures.length ?? 0) > 0 ? 'scene' : 'nothing';
}
