/** One part of the service as `/readyz?verbose` shows it. */
export interface Part {
  name: string;
  /** `warning` is shown and takes nobody out of service. */
  state: 'ok' | 'warning' | 'failed';
  detail?: string;
}

export interface Readiness {
  parts(): Part[];
}

/** Ready when every probe is; `drain` makes it fail for good, so that no new traffic is sent here. */
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

export function isReady(parts: readonly Part[]): boolean {
  return parts.every(({ state }) => state !== 'failed');
}
