import { EgressError } from '../../egress/port.ts';

/** Something a request names, or its pages do, that is looked up by URL. */
export interface Source {
  /** How a note calls it: `product_metadata.product_images[0]`, `The logo found through brand_data.brand_url`. */
  name: string;
  url: string;
}

/** A line for `response.notes`: what, where and why. */
export function leftOut({ name, url }: Source, reason: string): string {
  return `${name} at ${hostOf(url)} was left out: ${reason}.`;
}

/** Why a fetch failed, as a clause. Bugs are not caught here, nor the end of the stage itself. */
export function fetchReason(error: unknown): string {
  if (!(error instanceof EgressError) || error.reason === 'aborted') throw error;
  const prefix = `${error.host}: `;
  return error.sentence.startsWith(prefix) ? error.sentence.slice(prefix.length) : error.sentence;
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unreadable address';
}
