/** Thrown when a file may no longer be read or written: the attempt is over and nobody's fault. */
export class AccessExpired extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccessExpired';
  }
}
