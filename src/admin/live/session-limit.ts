/** Open connections of sessions, of which each session may have a limited number. */
export class SessionLimit {
  readonly #max: number;
  /** The ends of the open connections of each session, oldest first. */
  readonly #open = new Map<string, Set<() => void>>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Adds a connection, and ends the oldest of the session if there are too many. A new connection replaces an old one,
   * because the old one may be of a page that is gone. Returns a function that removes the connection.
   */
  add(session: string, end: () => void): () => void {
    const ends = this.#open.get(session) ?? new Set();
    this.#open.set(session, ends.add(end));
    const remove = (): void => {
      ends.delete(end);
      if (ends.size === 0 && this.#open.get(session) === ends) this.#open.delete(session);
    };
    const [oldest] = ends;
    if (ends.size > this.#max && oldest !== undefined) {
      ends.delete(oldest);
      oldest();
    }
    return remove;
  }
}
