import type { z } from 'zod';
import type { AdSpec } from '../schema/ad-spec.ts';
import type { Endpoint } from '../schema/endpoints/endpoint.ts';
import { CallbackUrl } from '../schema/request-parts.ts';
import type { AdRequest } from './ad-request.ts';
import type { Price, PriceList } from './price.ts';
import { createWindow, type WindowDefinition } from './rate-window.ts';
import type { StageDefinition, StageOf } from './stage-definition.ts';

/** Facts about a type of ad that every part of the program may use without its request. */
export interface AdTraits {
  /** The `type` of its jobs, such as `image_ad`. The path of its endpoint and the names of its schemas derive from it. */
  name: string;
  /** Field of an AdJob's spec that contains the request, such as `image`. Its rate limit is named after it. */
  field: string;
  /** The ad as texts of the API call it, with its article, such as `an image`. */
  noun: string;
  response: z.ZodObject;
  /** Field of the response with its file, or with the list of its files. */
  filesField: string;
  /** The parts of its endpoint that the other types do not have. */
  endpoint: Pick<Endpoint, 'summary' | 'description' | 'bodyExamples'>;
  /** Example of a finished job and the error of a failed one. The API reference shows those of the first type. */
  example?: { response: Record<string, unknown>; error: string };
  /** Seconds after which a client should ask for the job, and then ask again. */
  polling: { firstSeconds: number; everySeconds: number };
  /** The sentence of the API reference that says which actions of the price list the ad costs. */
  priceNote: string;
  /** Time limit of a job, from its creation until it finishes. Time in the queue counts. */
  overallTimeoutMinutes: number;
}

/** A type of ad as its folder defines it. */
interface AdTypeDefinition<Input, Action extends string> extends AdTraits {
  /** The body of a create without `callback_url`. */
  request: z.ZodObject<z.core.$ZodShape, z.core.$strict>;
  /** The same in camelCase, as an AdJob contains it: `camelSchema(request)`. */
  input: z.ZodType<Input>;
  /** Default rate limit of one API key. No setting can raise a limit above `max`. */
  window: { perMinute: number; max?: number };
  /** Actions of the price list that only this type adds. */
  prices: Record<Action, Price>;
  /** Returns the price of a job, from the credits of each action. */
  credits: (ad: Input, creditsOf: (action: Action) => number) => number;
  adRequest: (ad: Input) => AdRequest;
  /** The stages in the order in which they run. The last one writes the response. */
  stages: readonly StageOf<Input>[];
}

/** A registered type of ad. Its functions return undefined if the AdJob contains no request that they can read. */
export interface AdType extends AdTraits {
  /** The body of a create. */
  request: z.ZodObject<{ callback_url: typeof CallbackUrl }, z.core.$strict>;
  /** The request in camelCase, as an AdJob contains it. */
  input: z.ZodType;
  window: WindowDefinition;
  prices: Readonly<Record<string, Price>>;
  credits: (spec: AdSpec, prices: PriceList) => number | undefined;
  adRequest: (spec: AdSpec) => AdRequest | undefined;
  stages: readonly StageDefinition[];
}

export function defineAdType<Input, Action extends string>(definition: AdTypeDefinition<Input, Action>): AdType {
  const { request, input, window, prices, credits, adRequest, stages, ...traits } = definition;
  const read = <T>(spec: AdSpec, use: (ad: Input) => T): T | undefined => {
    const ad = input.safeParse(spec[traits.field]).data;
    return ad === undefined ? undefined : use(ad);
  };
  return {
    ...traits,
    request: request.extend({ callback_url: CallbackUrl }),
    input,
    window: createWindow(traits, window),
    prices,
    credits: (spec, list) => read(spec, (ad) => credits(ad, (action) => (list[action] ?? prices[action]).credits)),
    adRequest: (spec) => read(spec, adRequest),
    stages: stages.map((stage) => ({
      ...stage,
      skippedWhen: (spec) => read(spec, (ad) => stage.skippedWhen?.(ad, adRequest(ad))),
      outputs: (spec) => read(spec, stage.outputs) ?? [],
    })),
  };
}
