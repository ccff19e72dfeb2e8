/** Which traces are exported. */
export interface Sampling {
  /** True if a trace that a caller began is exported exactly if the caller exports it. */
  isParentBased: boolean;
  /** Share of the other traces, from 0 to 1. */
  ratio: number;
}
