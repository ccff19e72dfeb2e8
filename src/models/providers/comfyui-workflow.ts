import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { ModelFailure } from '../model-failure.ts';
import { unknownPlaceholder } from '../unknown-placeholder.ts';
import { ComfyuiWorkflow } from './provider-options.ts';

export type Workflow = z.infer<typeof ComfyuiWorkflow>;

/** Reads a workflow from a file. Throws `ModelFailure` if it is missing or in the format of the editor. */
export async function readWorkflow(path: string): Promise<Workflow> {
  try {
    return ComfyuiWorkflow.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new ModelFailure('refused', 'the workflow cannot be read, or is not in the API format', { cause });
  }
}

/**
 * Returns a workflow with values in the place of `{{name}}`. A text that is one placeholder becomes the value itself, so
 * that numbers stay numbers. Throws `ModelFailure` for a placeholder without a value.
 */
export function filled(workflow: Workflow, values: Readonly<Record<string, string | number>>): Workflow {
  const valueOf = (name: string): string | number => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new ModelFailure('refused', 'the workflow has a placeholder without a value');
    return value;
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
    if (typeof value !== 'string') return value;
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    if (whole !== undefined) return valueOf(whole);
    return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(valueOf(name)));
  };
  return Object.fromEntries(
    Object.entries(workflow).map(([id, { inputs, ...node }]) => [
      id,
      { ...node, inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, fill(value)])) },
    ]),
  );
}

const ofPictures = ['prompt', 'seed', 'width', 'height', 'image'];

/** Placeholders that a workflow may have. */
export const workflowPlaceholders = {
  image: ofPictures,
  cutout: ['image'],
  video: [...ofPictures, 'seconds', 'frames'],
} as const;

/** Returns what is wrong with the placeholders of a workflow, such as `has the unknown placeholder {{pric}}`. */
export const workflowFlaw = (workflow: Workflow, port: keyof typeof workflowPlaceholders): string | undefined =>
  unknownPlaceholder(
    Object.values(workflow)
      .map(({ inputs }) => JSON.stringify(inputs))
      .join('\n'),
    workflowPlaceholders[port],
    /\{\{(\w+)\}\}/g,
  );

/** Reports whether a workflow has the placeholder. */
export const hasPlaceholder = (workflow: Workflow, name: string): boolean =>
  JSON.stringify(workflow).includes(`{{${name}}}`);
