import type { BrandExtract } from '../../src/schema/brand.ts';
import type { Features } from '../../src/stages/onboarding/evidence.ts';
import {
  actionEvidence,
  besideSupport,
  headlineEvidence,
  logosOf,
  mainPictureEvidence,
  nameEvidence,
  productEvidenceOf,
  productPictureEvidence,
  supportEvidence,
  type Reading,
} from '../../src/stages/onboarding/merge.ts';
import { actionCandidates } from '../../src/stages/onboarding/rank/action.ts';
import { colourCandidates } from '../../src/stages/onboarding/rank/colour.ts';
import { fontCandidates } from '../../src/stages/onboarding/rank/font.ts';
import { headlineCandidates } from '../../src/stages/onboarding/rank/headline.ts';
import { logoCandidates } from '../../src/stages/onboarding/rank/logo.ts';
import { nameCandidates } from '../../src/stages/onboarding/rank/name.ts';
import { supportCandidates } from '../../src/stages/onboarding/rank/support.ts';
import { actionModel } from '../../src/stages/onboarding/rank/weights/action.ts';
import { colourModel } from '../../src/stages/onboarding/rank/weights/colour.ts';
import { pictureCandidates } from '../../src/stages/onboarding/rank/picture.ts';
import { priceCandidates } from '../../src/stages/onboarding/rank/price.ts';
import { productNameCandidates } from '../../src/stages/onboarding/rank/product-name.ts';
import { fontModel } from '../../src/stages/onboarding/rank/weights/font.ts';
import { mainPictureModel } from '../../src/stages/onboarding/rank/weights/main-picture.ts';
import { priceModel } from '../../src/stages/onboarding/rank/weights/price.ts';
import { productPictureModel } from '../../src/stages/onboarding/rank/weights/product-picture.ts';
import { productNameModel } from '../../src/stages/onboarding/rank/weights/product-name.ts';
import { headlineModel } from '../../src/stages/onboarding/rank/weights/headline.ts';
import { logoModel } from '../../src/stages/onboarding/rank/weights/logo.ts';
import { languageCandidates } from '../../src/stages/onboarding/rank/language.ts';
import { languageModel } from '../../src/stages/onboarding/rank/weights/language.ts';
import { nameModel } from '../../src/stages/onboarding/rank/weights/name.ts';
import { supportModel } from '../../src/stages/onboarding/rank/weights/support.ts';
import type { Model } from '../../src/stages/onboarding/rank/model.ts';
import type { Subject } from '../../src/words/rules.ts';
import type { Row } from './fit.ts';
import type { Site } from './labels.ts';
import { equalsOne, isAccepted, isLogo, isNear, isRightAction, showsOne } from './score.ts';

/** What was read on the pages of a labelled website. */
export interface ReadSite {
  /** Id of the site in the tables of features. */
  id: string;
  site: Site;
  readings: Reading[];
  extract: BrandExtract;
}

/** A field whose ranking is fitted to the labelled websites. */
export interface FittedField {
  /** Name of the field, of its table of features and of its file of weights. */
  name: string;
  model: Model;
  /** True for a field that is read on one page, which is that of the product if the request names no other. */
  isOfIdentity?: true;
  /** Returns the candidates of a website with the label of each; undefined if the website has no label for the field. */
  rows: (site: ReadSite) => Row[] | undefined;
}

function labelled<T>(found: readonly { value: T; features: Features }[], isRight: (value: T) => boolean): Row[] {
  return found.map(({ value, features }) => ({ features, isRight: isRight(value) }));
}

const subjectOf = ({ name, product, language }: BrandExtract): Subject => ({
  brand: name,
  product: product?.name ?? null,
  language,
});

export const fittedFields: readonly FittedField[] = [
  {
    name: 'name',
    model: nameModel,
    isOfIdentity: true,
    rows: ({ site, readings, extract: { product, language } }) => {
      const found = nameEvidence(readings.slice(0, 1), readings);
      const names = nameCandidates(found, { product: product?.name ?? null, language });
      return labelled(names, (name) => equalsOne(name, site.labels.name));
    },
  },
  {
    name: 'logo',
    model: logoModel,
    isOfIdentity: true,
    rows: ({ site, readings }) => {
      const { logo } = site.labels;
      if (logo === undefined) return undefined;
      const found = logoCandidates(logosOf(readings.slice(0, 1)));
      return labelled(found, ({ url, file }) => isLogo(logo, url) || (file !== undefined && isLogo(logo, file)));
    },
  },
  {
    name: 'language',
    model: languageModel,
    rows: ({ site, readings }) => {
      const found = readings.flatMap(({ findings }) => findings.languages);
      return labelled(languageCandidates(found), (tag) =>
        site.labels.language.includes(tag.toLowerCase().split('-')[0] ?? ''),
      );
    },
  },
  {
    name: 'headline',
    model: headlineModel,
    rows: ({ site, readings, extract }) => {
      const { headlines } = site.labels;
      if (headlines === undefined) return undefined;
      const found = headlineCandidates(headlineEvidence(readings, extract.product), subjectOf(extract));
      return labelled(found, (text) => isAccepted(text, headlines));
    },
  },
  {
    name: 'action',
    model: actionModel,
    rows: ({ site, readings, extract }) => {
      const { ctas } = site.labels;
      if (ctas === undefined) return undefined;
      const found = actionCandidates(actionEvidence(readings), subjectOf(extract));
      return labelled(found, (text) => isRightAction(text, ctas));
    },
  },
  {
    name: 'support',
    model: supportModel,
    rows: ({ site, readings, extract }) => {
      const { supports } = site.labels;
      if (supports === undefined) return undefined;
      const { headlines, ctas, product } = extract;
      const beside = besideSupport(headlines, ctas, product);
      const found = supportCandidates(supportEvidence(readings, product), subjectOf(extract), beside);
      return labelled(found, (text) => isAccepted(text, supports));
    },
  },
  {
    name: 'product-name',
    model: productNameModel,
    rows: ({ site, readings, extract }) => {
      const { product } = site.labels;
      if (product === undefined || product === false) return undefined;
      const found = productNameCandidates(productEvidenceOf(readings).productNames, extract.name);
      return labelled(found, (name) => isAccepted(name, product.name));
    },
  },
  {
    name: 'price',
    model: priceModel,
    rows: ({ site, readings }) => {
      const { product } = site.labels;
      if (product === undefined || product === false || product.price === undefined) return undefined;
      const found = priceCandidates(productEvidenceOf(readings).prices);
      return labelled(
        found,
        ({ price, currency }) =>
          Number(price) === Number(product.price) && (product.currency === undefined || currency === product.currency),
      );
    },
  },
  {
    name: 'colour',
    model: colourModel,
    rows: ({ site, readings: [identity] }) => {
      const { primary } = site.labels;
      if (primary === undefined) return undefined;
      const found = colourCandidates(identity?.findings.colors ?? []);
      return labelled(found, (hex) => primary.some((want) => isNear(hex, want)));
    },
  },
  {
    name: 'font',
    model: fontModel,
    rows: ({ site, readings: [identity] }) => {
      const { fonts = [] } = site.labels;
      if (fonts.length === 0) return undefined;
      const found = fontCandidates(identity?.findings.fonts ?? []);
      return labelled(found, ({ family }) => equalsOne(family, fonts));
    },
  },
  {
    name: 'product-picture',
    model: productPictureModel,
    rows: ({ site, readings, extract }) => {
      const { product } = site.labels;
      if (product === undefined || product === false || product.pictures === undefined) return undefined;
      const { pictures } = product;
      const found = pictureCandidates(...productPictureEvidence(readings, extract.product?.name ?? null));
      return labelled(found, ({ url }) => showsOne(url, pictures));
    },
  },
  {
    name: 'main-picture',
    model: mainPictureModel,
    rows: ({ site, readings, extract }) => {
      const { pictures } = site.labels;
      if (pictures === undefined) return undefined;
      const found = pictureCandidates(...mainPictureEvidence(readings, extract.name));
      return labelled(found, ({ url }) => showsOne(url, pictures));
    },
  },
];
