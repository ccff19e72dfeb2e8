import { texts } from '../../texts/texts.ts';
import { choice, field, fieldGroup } from '../../web/components/form.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { Entry, FieldGroup, RequestField } from './request-fields.ts';

const { playground } = texts;

interface Filled {
  values: Pick<URLSearchParams, 'get'>;
  /** What is wrong, by the name of the field. */
  faults: Readonly<Record<string, string>>;
}

/** Returns the fields of a request, made from its schema. Lists are folded away, unless one has a value or a fault. */
export function requestFields(groups: readonly FieldGroup[], filled: Filled): Html {
  return html`${groups.map((group) => groupFields(group, filled))}`;
}

function groupFields({ name, label, fields, kinds }: FieldGroup, filled: Filled): Html {
  const { values, faults } = filled;
  const texts = kinds.map((kind) =>
    field({ name: kind.name, label: kind.label, value: values.get(kind.name) ?? '', error: faults[kind.name] }),
  );
  const folded = fields.filter(({ entry }) => name === '' || entry.kind === 'lines' || entry.kind === 'objects');
  const open = fields.filter((one) => !folded.includes(one)).map((one) => fieldFor(one, filled));
  const fault = faults[name];
  const error = fault === undefined || name === '' ? undefined : html`<p class="error">${fault}</p>`;
  const more = foldedFields(name === '' ? playground.moreSettings : playground.more(label), folded, filled);
  return name === '' ? html`${more}` : fieldGroup(label, html`${error}${texts}${open}${more}`);
}

function foldedFields(summary: string, fields: readonly RequestField[], filled: Filled): Html | undefined {
  if (fields.length === 0) return undefined;
  const isUsed = fields.some(({ name }) => (filled.values.get(name) ?? '') !== '' || filled.faults[name] !== undefined);
  return html`<details${isUsed ? html` open` : undefined}>
    <summary>${summary}</summary>
    <div class="folded">${fields.map((one) => fieldFor(one, filled))}</div>
  </details>`;
}

function fieldFor({ name, label, description, entry, standard }: RequestField, { values, faults }: Filled): Html {
  const value = values.get(name) ?? standard ?? '';
  const hint = html`${inlineCode(description)}${entryHint(entry)}`;
  const given = { name, label, value, hint, error: faults[name] };
  if (entry.kind === 'choice')
    return choice({ ...given, options: entry.options.map((option) => ({ value: option, label: option })) });
  return field({ ...given, type: typeOf(entry) });
}

function typeOf({ kind }: Entry): 'text' | 'number' | 'url' | 'textarea' | 'checkbox' {
  if (kind === 'flag') return 'checkbox';
  if (kind === 'number' || kind === 'url' || kind === 'text') return kind;
  return 'textarea';
}

function entryHint(entry: Entry): string {
  if (entry.kind === 'lines') return ` ${playground.linesHint}`;
  if (entry.kind !== 'objects') return '';
  const { first, second } = entry;
  return ` ${second === undefined ? playground.linesHint : playground.objectsHint(first, second)}`;
}

/** Shows the code in a description, which is in backticks. */
function inlineCode(markdown: string): HtmlPart {
  return markdown.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
