export interface Part {
  name: string;
  /**
   * State of this part of the service. `warning` is only shown in the readiness response; `failed` makes the whole
   * service not ready.
   */
  state: 'ok' | 'warning' | 'failed';
  detail?: string;
}

export interface Readiness {
  parts(): Part[];
}

/**
 * Decides whether the service is ready: no part of it may be in the state `failed`. After `drain`, the service is never
 * ready again, so that no new traffic is routed to this process.
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
