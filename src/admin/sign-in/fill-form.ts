import type { Cheerio, CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import type { Html } from '../web/html.ts';
import type { Draft } from './drafts.ts';

/**
 * Returns a page whose form has the fields of a draft, and a note above the form. Returns the page unchanged if it has no
 * form that is sent to the path of the draft. It changes the finished page, so that the text of every form survives a
 * sign-in, whatever components draw the form.
 */
export async function fillForm(page: string, { action, fields }: Draft, note: Html): Promise<string> {
  // Imported here, because pages are rarely filled and the parser is large.
  const { load } = await import('cheerio');
  const $ = load(page);
  const form = $('form[method="post"]').filter((_, one) => $(one).attr('action') === action);
  if (form.length === 0) return page;
  const found = form.first();
  const values = Map.groupBy(fields, ([name]) => name);
  found.find('input, select, textarea').each((_, field) => {
    fill($(field), values.get($(field).attr('name') ?? '') ?? [], $);
  });
  found.parents('details').attr('open', '');
  found.before(note.toString());
  return $.html();
}

/** Fills a field with the next of the values that the draft has for its name. */
function fill(field: Cheerio<Element>, values: [string, string][], $: CheerioAPI): void {
  const type = field.attr('type') ?? '';
  if (type === 'checkbox' || type === 'radio') {
    const isChecked = values.some(([, value]) => value === (field.attr('value') ?? 'on'));
    field.attr('checked', isChecked ? '' : null);
    return;
  }
  const next = values.shift();
  if (next === undefined || type === 'password' || type === 'file') return;
  const [, value] = next;
  if (field.is('textarea')) field.text(value);
  else if (field.is('select')) select(field, value, $);
  else field.attr('value', value);
}

function select(field: Cheerio<Element>, value: string, $: CheerioAPI): void {
  field.find('option').each((_, option) => {
    $(option).attr('selected', ($(option).attr('value') ?? $(option).text()) === value ? '' : null);
  });
}
