import { z } from 'zod';
import { words } from '../../schema/resource-parts.ts';
import { formOf } from '../contract.ts';
import { field } from '../web/components/form.ts';
import type { Html } from '../web/html.ts';
import { readForm, type Faults } from './read-form.ts';

const Reason = z.object({ reason: words(500).exactOptional() });

/** Reads why a person acts, for the audit log. A reason that is too long is reported at its field and never cut. */
export function reasonOf(body: unknown) {
  return readForm(Reason, formOf({ body }));
}

/** A form with a reason that is shown again: the text that was typed, and what is wrong with it. */
export interface TypedReason {
  text: string;
  faults: Faults;
}

export function typedReason(body: unknown, faults: Faults): TypedReason {
  return { text: formOf({ body }).get('reason') ?? '', faults };
}

/** Field for the reason of an action. */
export function reasonField(about: { label: string; hint: string }, typed?: TypedReason): Html {
  return field({ name: 'reason', ...about, value: typed?.text, error: typed?.faults['reason'] });
}
