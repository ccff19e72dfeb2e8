import { facts } from '../evidence.ts';
import type { Extractor } from '../findings.ts';
import { callElements, type CallElement } from './call-elements.ts';

/** Reports whether an element is among the content of the page, not in its header, menu or footer. */
const isContent = ({ features }: CallElement): boolean =>
  features['written.header'] === undefined && features['written.aside'] === undefined;

export const cta: Extractor = (page) => {
  const calls = callElements(page);
  const content = calls.filter(isContent);
  const first = content.find(({ features }) => features['written.button'] === 1) ?? content[0];
  return {
    ctas: calls.map((call, at) => ({
      value: call.text,
      source: 'page',
      features: {
        ...call.features,
        'written.early': 1 - at / calls.length,
        ...facts({ 'written.first': call === first }),
      },
    })),
  };
};
