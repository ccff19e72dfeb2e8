import { endpoints } from '../schema/endpoints/all.ts';

export function openApiDocument(publicUrl: string): unknown {
  const paths = endpoints.map(({ path, method, operationId, summary, description }) => [
    path,
    { [method]: { operationId, summary, description, responses: {} } },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Adwright', version: '0.1.0' },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(paths) as unknown,
  };
}
