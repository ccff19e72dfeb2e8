/**
 * Runs at most one call of the same name at a time. A call that starts while a call of the same name is running gets
 * the outcome of the running call.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();

  run(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#flights.get(name);
    if (known !== undefined) return known;
    const flight = make().finally(() => this.#flights.delete(name));
    this.#flights.set(name, flight);
    return flight;
  }
}
