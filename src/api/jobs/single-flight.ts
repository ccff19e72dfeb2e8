/** Shares the outcome of a running call with all calls of the same name that start during it. */
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
