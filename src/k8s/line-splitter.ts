const lineFeed = 10;

/** Cuts what comes in pieces into lines. A line that is not whole is kept; nothing is joined before it is. */
export class LineSplitter {
  private pieces: Uint8Array[] = [];

  /** The lines that this piece completes, without their ends. */
  *push(piece: Uint8Array): Generator<string, void, undefined> {
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
      yield this.line(piece.subarray(start, end));
      start = end + 1;
    }
    if (start < piece.length) this.pieces.push(piece.subarray(start));
  }

  /** Is there half a line? */
  get isMidLine(): boolean {
    return this.pieces.length > 0;
  }

  private line(last: Uint8Array): string {
    const whole = this.pieces.length === 0 ? last : Buffer.concat([...this.pieces, last]);
    this.pieces = [];
    return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('utf8');
  }
}
