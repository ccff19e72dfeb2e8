import { inverse, Matrix } from 'ml-matrix';

/** Features of a candidate, with a leading 1 for the bias, and whether the candidate is right. */
export interface Sample {
  x: readonly number[];
  isRight: boolean;
}

const stepsMax = 50;
const precision = 1e-8;

/**
 * Fits a logistic regression with an L2 penalty by Newton's method (Bishop, "Pattern Recognition and Machine Learning",
 * 4.3.3). The first weight, the bias, is not penalised. Returns the weights in the order of the features.
 */
export function fitLogistic(samples: readonly Sample[], penalty: number): number[] {
  const size = samples[0]?.x.length ?? 0;
  let weights = Matrix.zeros(size, 1);
  for (let step = 0; step < stepsMax; step += 1) {
    const change = newtonStep(samples, weights, penalty);
    weights = Matrix.sub(weights, change);
    if (change.norm() < precision) break;
  }
  return weights.to1DArray();
}

function newtonStep(samples: readonly Sample[], weights: Matrix, penalty: number): Matrix {
  const size = weights.rows;
  const gradient = Matrix.zeros(size, 1);
  const hessian = Matrix.zeros(size, size);
  for (const { x, isRight } of samples) addSample(x, isRight, { weights, gradient, hessian });
  for (let at = 0; at < size; at += 1) {
    const share = at === 0 ? 1e-6 : penalty;
    gradient.set(at, 0, gradient.get(at, 0) + share * weights.get(at, 0));
    hessian.set(at, at, hessian.get(at, at) + share);
  }
  return inverse(hessian).mmul(gradient);
}

/** Adds the gradient and the curvature of the loss of one sample. Most features are 0 and are skipped. */
function addSample(
  x: readonly number[],
  isRight: boolean,
  { weights, gradient, hessian }: { weights: Matrix; gradient: Matrix; hessian: Matrix },
): void {
  const set = x.flatMap((value, at) => (value === 0 ? [] : [{ value, at }]));
  const odds = set.reduce((sum, { value, at }) => sum + value * weights.get(at, 0), 0);
  const share = 1 / (1 + Math.exp(-odds));
  for (const { value, at } of set) {
    gradient.set(at, 0, gradient.get(at, 0) + (share - Number(isRight)) * value);
    for (const other of set)
      hessian.set(at, other.at, hessian.get(at, other.at) + share * (1 - share) * value * other.value);
  }
}
