import { texts } from '../../texts/texts.ts';
import { choice, field, fieldGroup } from '../../web/components/form.ts';
import { inlineCode } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { Entry, FieldGroup, RequestField } from './request-fields.ts';

const { playground } = texts;

interface Filled {
  values: Pick<URLSearchParams, 'get'>;
  /** Faults by the name of the field. */
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
  const more = foldedFields(
    name === '' ? playground.moreSettings : playground.more(titleOf(name, label)),
    folded,
    filled,
  );
  return name === '' ? html`${more}` : fieldGroup(titleOf(name, label), html`${error}${texts}${open}${more}`);
}

function foldedFields(summary: string, fields: readonly RequestField[], filled: Filled): Html | undefined {
  if (fields.length === 0) return undefined;
  const isUsed = fields.some(({ name }) => (filled.values.get(name) ?? '') !== '' || filled.faults[name] !== undefined);
  return html`<details${isUsed ? html` open` : undefined}>
    <summary>${summary}</summary>
    <div class="folded">${fields.map((one) => fieldFor(one, filled))}</div>
  </details>`;
}

function fieldFor(
  { name, label, description, entry, isOptional, standard }: RequestField,
  { values, faults }: Filled,
): Html {
  const value = values.get(name) ?? standard ?? '';
  const text = repeats(label, description) ? '' : description;
  const hint = `${text}${entryHint(entry)}`.trim();
  const given = {
    // Some fields are required only without another field. Their description says so, and the schema checks it.
    ...{ name, label, value, error: faults[name], isMarked: !isOptional || /\bRequired\b/.test(description) },
    ...(hint !== '' && { hint: inlineCode(hint) }),
  };
  if (entry.kind === 'choice')
    return choice({ ...given, options: entry.options.map((option) => ({ value: option, label: option })) });
  return field({ ...given, type: typeOf(entry) });
}

const titles: Readonly<Record<string, string>> = playground.groups;

/** Title of a group of fields: a short one for groups that are known, or else the name of the field. */
function titleOf(name: string, label: string): string {
  return titles[name] ?? label;
}

/** Reports whether a description has only the words of the label, such as `Name of the brand.` for `Brand name`. */
function repeats(label: string, description: string): boolean {
  const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const said = new Set([...words(label), ...['a', 'an', 'the', 'of', 'page']]);
  return words(description).every((word) => said.has(word));
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
