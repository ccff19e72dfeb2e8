import { describe, expect, test } from '@jest/globals';
import { parseStageFaults } from './faults.ts';

const stages = ['onboarding', 'image'];

describe('parseStageFaults', () => {
  test.each<[string, string, [string, string][]]>([
    ['an empty text', '', []],
    ['one fault', 'image=permanent', [['image', 'permanent']]],
    [
      'several faults with blanks',
      ' onboarding=hang , image=crash-once ',
      [
        ['onboarding', 'hang'],
        ['image', 'crash-once'],
      ],
    ],
    ['a trailing comma', 'image=oom,', [['image', 'oom']]],
  ])('parseStageFaults accepts %s', (_, text, want) => {
    expect([...parseStageFaults(text, stages)]).toEqual(want);
  });

  test.each([
    ['an unknown stage', 'imgae=crash', 'There is no stage "imgae". The stages are onboarding, image.'],
    [
      'an unknown fault',
      'image=crush',
      'There is no fault "crush". The faults are permanent, crash, crash-once, hang, oom, garbage, late.',
    ],
    ['the name of an inherited property', 'image=toString', 'There is no fault "toString"'],
    ['a stage without a fault', 'image', '"image" does not have the form stage=fault, such as image=permanent.'],
    ['an empty fault', 'image=', '"image=" does not have the form stage=fault'],
    ['two faults for one stage', 'image=crash=hang', '"image=crash=hang" does not have the form stage=fault'],
    ['a stage named twice', 'image=crash,image=hang', 'The stage "image" is named twice.'],
  ])('parseStageFaults refuses %s with a readable message', (_, text, message) => {
    expect(() => parseStageFaults(text, stages)).toThrow(message);
  });
});
