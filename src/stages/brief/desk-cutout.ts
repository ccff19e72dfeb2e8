import type { Cutout, Mask } from '../../cutout/port.ts';
import { referencePicture } from '../models/reference-picture.ts';
import { cutoutsMax } from '../../models/model-use.ts';
import { judgeMask } from '../../models/judge/mask.ts';
import type { ModelDesk } from '../models/model-desk.ts';

/** Masks by a model of the installation, and by the built-in network where the model has no usable mask. */
export class DeskCutout implements Cutout {
  readonly #desk: ModelDesk;
  readonly #builtIn: () => Promise<Cutout | null>;
  #opened: Cutout | null | undefined;
  #count = 0;
  #isUsable = true;

  constructor(desk: ModelDesk, builtIn: () => Promise<Cutout | null>) {
    this.#desk = desk;
    this.#builtIn = builtIn;
  }

  async maskOf(file: Buffer, signal: AbortSignal): Promise<Mask> {
    const unit = this.#count;
    this.#count += 1;
    const { width, height, ...picture } = await referencePicture(file);
    const made =
      this.#isUsable &&
      unit < cutoutsMax &&
      (await this.#desk.make(
        {
          port: 'cutout',
          unit,
          task: () => ({ port: 'cutout', picture }),
          judge: ({ bytes }) => judgeMask(bytes, { width, height }),
        },
        signal,
      ));
    if (made) return made;
    // After one picture without a usable mask, the models are not asked again: they would fail, slowly, once more.
    this.#isUsable = false;
    this.#opened ??= await this.#builtIn();
    if (this.#opened === null) throw new Error('no model and no network has a mask of the picture');
    return this.#opened.maskOf(file, signal);
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }
}
