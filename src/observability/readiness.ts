/** State of one part of the service in `/readyz?verbose`. */
export interface Part {
  name: string;
  /** State of the part. `warning` is only shown; `failed` makes the service not ready. */
  state: 'ok' | 'warning' | 'failed';
  detail?: string;
}

export interface Readiness {
  parts(): Part[];
}

/**
 * The service is ready if no probe (check of a part) fails. `drain` makes it not ready for good, so that no new traffic
 * is routed to this process.
 */
export class Probes implements Readiness {
  readonly #probes: (() => Part)[] = [];
  #isDraining = false;

  add(probe: () => Part): void {
    this.#probes.push(probe);
  }

  drain(): void {
    this.#isDraining = true;
  }

  parts(): Part[] {
    const serving: Part = this.#isDraining
      ? { name: 'serving', state: 'failed', detail: 'draining' }
      : { name: 'serving', state: 'ok' };
    return [serving, ...this.#probes.map((probe) => probe())];
  }
}

const marks: Record<Part['state'], string> = { ok: '[+]', warning: '[!]', failed: '[-]' };

/**
 * Returns the response of `/readyz`: 200 if ready, else 503. Verbose lists the parts in the format of Kubernetes
 * components.
 */
export function readyAnswer(readiness: Readiness, isVerbose: boolean): { status: 200 | 503; text: string } {
  const parts = readiness.parts();
  const isReady = parts.every(({ state }) => state !== 'failed');
  const verdict = isReady ? 'ok' : 'not ready';
  const lines = isVerbose ? [...parts.map(line), verdict] : [verdict];
  return { status: isReady ? 200 : 503, text: `${lines.join('\n')}\n` };
}

function line({ name, state, detail }: Part): string {
  return `${marks[state]} ${name} ${state}${detail === undefined ? '' : `: ${detail}`}`;
}
