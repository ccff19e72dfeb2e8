/** Message of a stage that waits for its turn at a model. */
export const modelWait = 'Waits for a model that other stages use.';
