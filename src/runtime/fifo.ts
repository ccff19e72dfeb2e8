/** First-in, first-out queue whose `shift` takes constant time, unlike the `shift` of an array. */
export class Fifo<T> {
  private items: T[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  get first(): T | undefined {
    return this.items[this.head];
  }

  push(item: T): void {
    this.items.push(item);
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.items[this.head];
    this.head += 1;
    const isEmpty = this.head === this.items.length; // Items that were taken stay in the array until it is trimmed.
    if (isEmpty || (this.head > 1_024 && this.head * 2 > this.items.length)) this.trim();
    return item;
  }

  private trim(): void {
    this.items = this.items.slice(this.head);
    this.head = 0;
  }
}
