/** Price of one unit of an action. */
export interface Price {
  action: string;
  credits: number;
  unit: string;
  /** Name of the action that follows in the displayed price list. Absent: the action is at the end. */
  before?: string;
}

/** Prices by the name of their action, in the order in which they are displayed. */
export type PriceList = Readonly<Record<string, Omit<Price, 'before'>>>;
