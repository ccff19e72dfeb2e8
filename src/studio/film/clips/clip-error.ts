/** Thrown if a clip cannot be decoded to its end. The film can be made without the clip. */
export class ClipError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClipError';
  }
}
