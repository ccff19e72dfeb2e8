import type { AuditRow } from './port.ts';

interface Kept {
  row: AuditRow;
  bytes: number;
}

/** Rows in memory, up to a number of bytes of their JSON. Drops the rows that were not used for the longest time. */
export class RowCache {
  readonly #kept = new Map<string, Kept>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(position: string): AuditRow | undefined {
    const kept = this.#kept.get(position);
    if (kept === undefined) return undefined;
    this.#kept.delete(position);
    this.#kept.set(position, kept);
    return kept.row;
  }

  add(position: string, row: AuditRow, bytes: number): void {
    this.#drop(position);
    this.#kept.set(position, { row, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(position: string): void {
    this.#bytes -= this.#kept.get(position)?.bytes ?? 0;
    this.#kept.delete(position);
  }
}
