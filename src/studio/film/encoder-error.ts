/** Thrown if a film cannot be encoded. The message is a sentence for the log. */
export class EncoderError extends Error {
  /**
   * `missing`: ffmpeg is not installed. `no-space`: the temporary directory is full. `killed`: a signal ended ffmpeg,
   * such as that of the kernel when memory is short. `failed`: ffmpeg reported another error.
   */
  readonly reason: 'missing' | 'no-space' | 'killed' | 'failed';

  constructor(reason: EncoderError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EncoderError';
    this.reason = reason;
  }
}
