import { html, inline, nothing, prose, type Html } from './html.ts';
import { endpointsOf, type Content, type Endpoint, type OpenApiDocument, type Parameter } from './openapi-model.ts';
import { renderPage, type NavGroup } from './page.ts';
import { fieldsView, fieldView, resolved, type Schemas } from './schema-view.ts';

export function referencePage(document: OpenApiDocument, publicUrl: string): Buffer {
  const endpoints = endpointsOf(document);
  const { info, components } = document;
  const content = html`<h1>${info.title}</h1>
    <div class="lead">${prose(info.description)}</div>
    <div class="address"><span class="rules">Base URL</span><code>${publicUrl}</code></div>
    <p><a href="${publicUrl}/openapi.json">OpenAPI document</a> · <a href="${publicUrl}/docs/errors">Errors</a></p>
    ${endpoints.map((endpoint) => endpointView(endpoint, components.schemas, publicUrl))}
    <footer class="foot">
      <span>Adwright ${info.version}</span><a href="${publicUrl}/openapi.json">openapi.json</a>
    </footer>`;
  return renderPage({
    title: `${info.title} · Reference`,
    publicUrl,
    navigation: navigation(endpoints, publicUrl),
    content,
  });
}

function navigation(endpoints: readonly Endpoint[], publicUrl: string): NavGroup[] {
  const documentation = [
    { href: `${publicUrl}/docs`, label: 'API reference', isCurrent: true },
    { href: `${publicUrl}/docs/errors`, label: 'Errors' },
  ];
  const links = endpoints.map(({ id, method, path }) => ({
    href: `#${id}`,
    label: html`${methodView(method)}<span>${breakable(path)}</span>`,
  }));
  return [
    { title: 'Documentation', links: documentation },
    { title: 'Endpoints', links },
  ];
}

function breakable(path: string): Html[] {
  return path.split(/(?=\/)/).map((piece) => html`<wbr />${piece}`);
}

function methodView(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

function endpointView(endpoint: Endpoint, schemas: Schemas, publicUrl: string): Html {
  const { id, method, path, operation } = endpoint;
  const examples = examplesView(endpoint, publicUrl);
  return html`<section class="endpoint" id="${id}">
    <div class="split">
      <div>
        <h2>${operation.summary}</h2>
        <div class="address">${methodView(method)}<span class="path">${path}</span></div>
        ${operation.description === undefined ? nothing : prose(operation.description)}
        ${parametersView(operation.parameters, schemas)} ${bodyView(operation.requestBody?.content, schemas)}
        ${answersView(operation.responses, schemas, publicUrl)}
      </div>
      <div class="aside">${examples}</div>
    </div>
  </section>`;
}

function parametersView(parameters: readonly Parameter[], schemas: Schemas): Html {
  if (parameters.length === 0) return nothing;
  const rows = parameters.map(({ name, in: place, required, description, schema = {} }) =>
    fieldView(
      {
        name,
        isRequired: required === true,
        field: {
          ...resolved(schema, schemas),
          description: `In the ${place}. ${description ?? schema.description ?? ''}`,
        },
      },
      schemas,
    ),
  );
  return html`<h4>Parameters</h4>
    <div class="fields">${rows}</div>`;
}

function bodyView(content: Content | undefined, schemas: Schemas): Html {
  const schema = content?.['application/json']?.schema;
  return schema === undefined
    ? nothing
    : html`<h4>Request body</h4>
        ${fieldsView(schema, schemas)}`;
}

/** Returns the responses of an endpoint in the order of their status, but what it accepts before its dry run. */
function mainFirst(responses: Endpoint['operation']['responses']) {
  return Object.entries(responses).toSorted(([a], [b]) => Number(b === '202') - Number(a === '202'));
}

function answersView(responses: Endpoint['operation']['responses'], schemas: Schemas, publicUrl: string): Html {
  const rows = mainFirst(responses).map(([status, { description, content }]) => {
    const schema = Number(status) < 300 ? content?.['application/json']?.schema : undefined;
    const fields = schema === undefined ? nothing : fieldsView(schema, schemas);
    return html`<div>
      <div class="answer">
        <span class="status ${Number(status) < 400 ? 'ok' : 'err'}">${status}</span><span>${inline(description)}</span>
      </div>
      ${
        fields === nothing
          ? nothing
          : html`<details>
              <summary>Fields of the response</summary>
              ${fields}
            </details>`
      }
    </div>`;
  });
  return html`<h4>Responses</h4>
    <div class="answers">${rows}</div>
    <p><a href="${publicUrl}/docs/errors">All error codes</a></p>`;
}

function examplesView(endpoint: Endpoint, publicUrl: string): Html[] {
  const { operation } = endpoint;
  const body = exampleOf(operation.requestBody?.content);
  const panels = [panel('Request', curl(endpoint, publicUrl, body))];
  for (const [status, { content }] of mainFirst(operation.responses)) {
    const example = Number(status) < 300 ? exampleOf(content) : undefined;
    if (example !== undefined) panels.push(panel(`Response ${status}`, JSON.stringify(example, null, 2)));
  }
  return panels;
}

function exampleOf(content: Content | undefined): unknown {
  const media = content?.['application/json'];
  if (media === undefined) return undefined;
  return media.example ?? Object.values(media.examples ?? {})[0]?.value ?? media.schema?.examples?.[0];
}

/**
 * Returns an example curl command for an endpoint. The command reads the API key from a shell variable, so that the
 * shell history does not contain the key.
 */
function curl({ method, path, operation }: Endpoint, publicUrl: string, body: unknown): string {
  const isImplied = method === 'get' || body !== undefined; // curl sends a POST request if `-d` is given
  const lines = [`curl ${isImplied ? '' : `-X ${method.toUpperCase()} `}${publicUrl}${path}`];
  if (operation.security?.length !== 0) lines.push('-H "X-API-Key: $ADWRIGHT_KEY"');
  if (operation.requestBody !== undefined) lines.push("-H 'Content-Type: application/json'");
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`);
  return lines.join(' \\\n  ');
}

function panel(title: string, code: string): Html {
  return html`<div class="panel">
    <header>${title}</header>
    <pre tabindex="0"><code>${code}</code></pre>
  </div>`;
}
