/**
 * Thrown when the access of a stage to a file has expired. This attempt (run of the stage) ends, and does not count as
 * a failure.
 */
export class AccessExpired extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccessExpired';
  }
}
