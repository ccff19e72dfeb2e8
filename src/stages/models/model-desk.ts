import { noteCodePointsMax } from '../../schema/response-parts.ts';
import { clipped } from '../../domain/clipped.ts';
import type { ModelsReport } from '../../schema/models-report.ts';
import { ModelsFailed, type ModelChain, type Wanted } from '../../models/calls/model-chain.ts';
import type { PaidCalls } from '../../models/calls/paid-calls.ts';
import type { Prompts } from '../../models/prompts/templates.ts';
import type { ModelPort } from '../../models/model-task.ts';
import { withSpan } from '../../tracing/current-trace.ts';
import { PermanentFailure } from '../stage-errors.ts';

/** Work of the built-in studio in place of a model, for notes. */
const standIns: Readonly<Record<ModelPort, string>> = {
  copywriter: 'wrote the text',
  cutout: 'found the subject of a picture',
  image: 'made the ad without a painted background',
  speech: 'spoke the text, or left it unspoken',
  video: 'made a scene without a filmed clip',
};

const reasonsMax = 10;

interface DeskOptions {
  chain: ModelChain;
  calls: PaidCalls;
  prompts: Prompts;
  /** Error code of a job that a failed model ends. */
  code: 'image_model_error' | 'video_model_error';
}

/** The models of one attempt of a stage, and what they did. */
export class ModelDesk {
  readonly #chain: ModelChain;
  readonly #calls: PaidCalls;
  readonly #code: DeskOptions['code'];
  readonly #notes: string[] = [];
  readonly #refusals: ModelsReport['refusals'] = [];
  /** Names of the models whose results are used, by port. */
  readonly #used = new Map<ModelPort, string>();
  readonly #models = new Map<string, ModelsReport['models'][number]>();
  #isDegraded = false;

  /** Templates of the prompts. */
  readonly prompts: Prompts;

  constructor({ chain, calls, prompts, code }: DeskOptions) {
    this.#chain = chain;
    this.#calls = calls;
    this.prompts = prompts;
    this.#code = code;
  }

  has(port: ModelPort): boolean {
    return this.#chain.has(port);
  }

  /** Returns how many things each model of a port can do at once. */
  concurrency(port: ModelPort): number {
    return this.#chain.concurrency(port);
  }

  /** Returns the result of `makeNamed` without the name of the model. */
  async make<Port extends ModelPort, Result>(
    wanted: Wanted<Port, Result>,
    signal: AbortSignal,
  ): Promise<Result | null> {
    return (await this.makeNamed(wanted, signal))?.result ?? null;
  }

  /**
   * Returns a result of the models of a port that is fit to be used, and its model as `provider/model`. Null: the built-in
   * studio stands in, which the report then says. Throws `PermanentFailure` if a failure of the model is configured to end
   * the job.
   */
  async makeNamed<Port extends ModelPort, Result>(
    wanted: Wanted<Port, Result>,
    signal: AbortSignal,
  ): Promise<{ result: Result; model: string } | null> {
    try {
      const attributes = { 'adwright.model.port': wanted.port };
      const made = await withSpan('call model', () => this.#chain.make(wanted, signal), { kind: 'client', attributes });
      if (made.kind === 'made') {
        const { port, entry, provider } = made.record;
        this.#used.set(port, entry);
        const model = `${provider}/${made.record.model}`;
        this.#models.set(`${port} ${model}`, { port, model });
        return { result: made.result, model };
      }
      const reasons = made.reasons.slice(0, reasonsMax).join('; ');
      this.standIn(wanted.port, `no model had a usable result (${reasons})`);
      return null;
    } catch (error) {
      if (!(error instanceof ModelsFailed)) throw error;
      throw new PermanentFailure(this.#code, error.message, { cause: error });
    }
  }

  /** Makes the report say that the built-in studio does the work of a port, and why. */
  standIn(port: ModelPort, reason: string): void {
    this.#isDegraded = true;
    this.#notes.push(clipped(`The built-in studio ${standIns[port]}, because ${reason}.`, noteCodePointsMax));
  }

  /** Makes the report say that parts of a result that is used otherwise are not used, and why. */
  refuseParts(port: ModelPort, reasons: readonly string[]): void {
    const model = this.#used.get(port);
    if (model !== undefined && reasons.length > 0) this.#refusals.push({ port, model, reasons: [...reasons] });
  }

  get report(): ModelsReport {
    const refused = this.#calls.records.filter(({ refusals }) => refusals.length > 0);
    return {
      degraded: this.#isDegraded,
      notes: [...new Set(this.#notes)],
      models: [...this.#models.values()],
      refusals: [
        ...refused.map(({ port, entry, refusals }) => ({ port, model: entry, reasons: refusals })),
        ...this.#refusals,
      ].map(({ reasons, ...of }) => ({
        ...of,
        reasons: reasons.slice(0, reasonsMax).map((reason) => clipped(reason, 300)),
      })),
    };
  }
}
