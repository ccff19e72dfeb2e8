import { expect, test } from '@jest/globals';
import { readTable } from '../../scripts/eval-brands/feature-tables.ts';
import { fitModel } from '../../scripts/eval-brands/fit.ts';
import { fittedFields } from '../../scripts/eval-brands/fitted-fields.ts';

test.each(fittedFields.map(({ name, model }) => [name, model] as const))(
  'the weights of the field %s are those that its features give',
  (name, model) => {
    const fitted = fitModel(readTable(name));
    expect(Object.keys(fitted.weights)).toEqual(Object.keys(model.weights));
    for (const [feature, weight] of Object.entries(fitted.weights))
      expect([feature, model.weights[feature]]).toEqual([feature, expect.closeTo(weight, 2)]);
    expect(model).toMatchObject({ bias: expect.closeTo(fitted.bias, 2) });
  },
);
