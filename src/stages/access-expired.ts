/** Thrown when a file may no longer be read or written. The attempt ends and does not count as a failure. */
export class AccessExpired extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccessExpired';
  }
}
