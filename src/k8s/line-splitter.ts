const lineFeed = 10;

export class LineSplitter {
  private pieces: Uint8Array[] = [];

  *push(piece: Uint8Array): Generator<string, void, undefined> {
    let start = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
      yield this.line(piece.subarray(start, end));
      start = end + 1;
    }
    if (start < piece.length) this.pieces.push(piece.subarray(start));
  }

  get isMidLine(): boolean {
    return this.pieces.length > 0;
  }

  private line(last: Uint8Array): string {
    const whole = this.pieces.length === 0 ? last : Buffer.concat([...this.pieces, last]);
    this.pieces = [];
    return Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('utf8');
  }
}
