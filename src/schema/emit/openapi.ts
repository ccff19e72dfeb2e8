import { adTypes } from '#ad-types';
import type { z } from 'zod';
import { Brand } from '../brand.ts';
import { problemsOf, type Endpoint, type Parameter } from '../endpoints/endpoint.ts';
import { Deliveries, Delivery } from '../deliveries.ts';
import { Credits, DryRun, Pricing } from '../credits.ts';
import { PaymentProblem, Problem, ValidationProblem } from '../problem.ts';
import { AdCopy, ImageObject } from '../request-parts.ts';
import { CreatedJob, Job } from '../job.ts';
import { camelName } from '../camel.ts';
import { sentenceCase } from '../article.ts';
import { mapValues, type JsonSchema } from './json-schema.ts';
import { examples, problemResponses, response, type Surroundings } from './openapi-responses.ts';
import { answerComponents, inlineSchema, requestComponents } from './openapi-schemas.ts';

export interface OpenApiParts {
  version: string;
  description: string;
  endpoints: readonly Endpoint[];
  readExample: Surroundings['readExample'];
}

const named = (suffix: string, name: string): string => sentenceCase(camelName(`${name}_${suffix}`));

const requests: Record<string, z.ZodType> = {
  ...Object.fromEntries(adTypes.map(({ name, request }) => [named('request', name), request])),
  ImageObject,
  AdCopy,
};
const answers: Record<string, z.ZodType> = {
  Job,
  CreatedJob,
  DryRun,
  Credits,
  Pricing,
  Deliveries,
  Delivery,
  ...Object.fromEntries(adTypes.map(({ field, response }) => [named('response', field), response])),
  Brand,
  Problem,
  ValidationProblem,
  PaymentProblem,
};

export function openApiDocument({ version, description, endpoints, readExample }: OpenApiParts): JsonSchema {
  const around: Surroundings = { readExample, schemaOf };
  const paths = [...Map.groupBy(endpoints, ({ path }) => path)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((contract) => [contract.method, operation(contract, around)])),
  ]);
  return {
    openapi: '3.1.1',
    info: { title: 'Adwright', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: [
      { name: 'Ads', description: 'Create ads.' },
      { name: 'Jobs', description: 'Read, cancel and erase jobs, and send their callbacks again.' },
      { name: 'Credits', description: 'Read the balance and the prices.' },
      { name: 'Files', description: 'Download the files of an ad.' },
      { name: 'Service', description: 'Documentation and probes. No key is required.' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'API key. Send the header once.' },
      },
      schemas: { ...requestComponents(requests), ...answerComponents(answers) },
    },
  };
}

function operation(contract: Endpoint, around: Surroundings): JsonSchema {
  const { operationId, tag, summary, description, authentication, window } = contract;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: authentication === 'api-key' ? [{ ApiKey: [] }] : [],
    ...parameters(contract),
    ...requestBody(contract, around),
    responses: {
      ...mapValues(contract.answers, (answer) => response(answer, around, window !== undefined)),
      ...problemResponses(problemsOf(contract), Object.keys(contract.answers), window !== undefined),
    },
  };
}

function parameters({ params = {}, query = {}, headers = {} }: Endpoint): JsonSchema {
  const list = (place: string, named: Record<string, Parameter>) =>
    Object.entries(named).map(([name, { schema, description, isRequired }]) => ({
      name,
      in: place,
      required: place === 'path' || isRequired === true,
      description,
      schema: inlineSchema(schema),
    }));
  const all = [...list('path', params), ...list('query', query), ...list('header', headers)];
  return all.length === 0 ? {} : { parameters: all };
}

function requestBody({ body, bodyExamples }: Endpoint, around: Surroundings): JsonSchema {
  if (body === undefined) return {};
  const media = { schema: schemaOf(body), ...examples(bodyExamples, around) };
  return { requestBody: { required: true, content: { 'application/json': media } } };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const components = { ...requests, ...answers };
  const name = Object.keys(components).find((key) => components[key] === schema);
  return name === undefined ? inlineSchema(schema) : { $ref: `#/components/schemas/${name}` };
}
