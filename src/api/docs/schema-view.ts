import { html, inline, nothing, type Html } from './html.ts';
import type { OpenApiDocument, SchemaNode } from './openapi-model.ts';

/**
 * Maximum nesting depth down to which the fields of a schema are rendered. No schema of this API is nested that deeply.
 * The limit ends the recursion if a schema refers to itself.
 */
const depthMax = 8;

export type Schemas = OpenApiDocument['components']['schemas'];

export function fieldsView(node: SchemaNode, schemas: Schemas, depth = 0): Html {
  const object = objectIn(node, schemas);
  if (object?.properties === undefined || depth > depthMax) return nothing;
  const required = new Set(object.required);
  const rows = Object.entries(object.properties).map(([name, field]) =>
    fieldView({ name, field, isRequired: required.has(name), depth }, schemas),
  );
  return html`<div class="fields">${rows}</div>`;
}

interface Field {
  name: string;
  field: SchemaNode;
  isRequired: boolean;
  depth?: number;
}

export function fieldView({ name, field, isRequired, depth = 0 }: Field, schemas: Schemas): Html {
  const node = resolved(field, schemas);
  const description = field.description ?? node.description;
  const inner = fieldsView(node, schemas, depth + 1);
  return html`<div class="field">
    <span class="name">${name}</span><span class="kind">${kindOf(node, schemas)}</span>${
      isRequired ? html`<span class="must">required</span>` : nothing
    }${description === undefined ? nothing : html`<p>${inline(description)}</p>`}${rulesView(node, schemas)}${
      inner === nothing
        ? nothing
        : html`<details${depth === 0 ? html` open` : nothing}>
            <summary>Fields of <code>${name}</code></summary>
            ${inner}
          </details>`
    }
  </div>`;
}

export function resolved(node: SchemaNode, schemas: Schemas): SchemaNode {
  const name = /^#\/components\/schemas\/(.+)$/.exec(node.$ref ?? '')?.[1];
  const target = name === undefined ? undefined : schemas[name];
  return target === undefined ? node : resolved(target, schemas);
}

export function kindOf(node: SchemaNode, schemas: Schemas): string {
  const it = resolved(node, schemas);
  const choices = it.anyOf ?? it.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => kindOf(choice, schemas)))].join(' or ');
  const types = [it.type ?? (it.properties === undefined ? [] : 'object')].flat();
  const names = types.map((type) => (type === 'array' && it.items ? `array of ${kindOf(it.items, schemas)}` : type));
  return names.length === 0 ? typeOfValues(it) : names.join(' or ');
}

function typeOfValues({ const: only, enum: values }: SchemaNode): string {
  const sample = only ?? values?.[0];
  return sample === undefined ? 'any' : typeof sample;
}

function objectIn(node: SchemaNode, schemas: Schemas): SchemaNode | undefined {
  const it = resolved(node, schemas);
  if (it.properties !== undefined) return it;
  if (it.items !== undefined) return objectIn(it.items, schemas);
  const candidates = [...(it.anyOf ?? []), ...(it.oneOf ?? []), ...(it.allOf ?? [])];
  return candidates.map((choice) => objectIn(choice, schemas)).find((choice) => choice !== undefined);
}

function rulesView(node: SchemaNode, schemas: Schemas): Html {
  const it = valueIn(node, schemas);
  const rules = [...valueRules(it, node), ...sizeRules(node), ...(it === node ? [] : sizeRules(it))];
  if (rules.length === 0) return nothing;
  return html`<div class="rules">${rules.map((rule, index) => html`${index === 0 ? '' : ' · '}${rule}`)}</div>`;
}

function valueIn(node: SchemaNode, schemas: Schemas): SchemaNode {
  const choices = (node.anyOf ?? node.oneOf ?? []).map((choice) => resolved(choice, schemas));
  const [only, ...more] = choices.filter(({ type }) => type !== 'null');
  return only !== undefined && more.length === 0 ? only : node;
}

function valueRules(it: SchemaNode, node: SchemaNode): Html[] {
  const values = it.const === undefined ? it.enum : [it.const];
  const example = (node.examples ?? it.examples)?.[0];
  const usual = node.default ?? it.default;
  return [
    ...(values === undefined ? [] : [html`one of ${listed(values)}`]),
    ...(usual === undefined || typeof usual === 'object' ? [] : [html`default <code>${JSON.stringify(usual)}</code>`]),
    ...(example === undefined ? [] : [html`such as <code>${shown(example)}</code>`]),
  ];
}

function sizeRules({ minimum, maximum, maxLength, minItems, maxItems }: SchemaNode): Html[] {
  const isWide = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER;
  return [
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [html`at least ${minimum}`]),
    ...(isWide ? [] : [html`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [html`at most ${maxLength.toLocaleString('en')} characters`]),
    ...(minItems === undefined ? [] : [html`at least ${minItems}`]),
    ...(maxItems === undefined ? [] : [html`at most ${maxItems} items`]),
  ];
}

function listed(values: readonly unknown[]): Html[] {
  return values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${shown(value)}</code>`);
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
