import { appendFileSync } from 'node:fs';
import type { LogLine, Sent } from '../evidence.ts';

/** Log of requests, responses and faults. Each is appended to a file when it happens. */
export class StormLog {
  readonly lines: LogLine[] = [];
  readonly #file: string;
  #requests = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Logs a request and returns its number. */
  sent(request: Omit<Sent, 'event' | 'number' | 'timeMs'>): number {
    this.#requests += 1;
    this.#write({ event: 'sent', number: this.#requests, timeMs: Date.now(), ...request });
    return this.#requests;
  }

  answered(number: number, answer: { status: number; headers: Record<string, string>; body: unknown }): void {
    this.#write({ event: 'answered', number, timeMs: Date.now(), ...answer });
  }

  lost(number: number, error: string): void {
    this.#write({ event: 'lost', number, timeMs: Date.now(), error });
  }

  fault(fault: string, jobId?: string): void {
    this.#write({ event: 'fault', timeMs: Date.now(), fault, ...(jobId !== undefined && { jobId }) });
  }

  #write(line: LogLine): void {
    this.lines.push(line);
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}
