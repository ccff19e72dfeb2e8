import { expect, test } from '@jest/globals';
import type { SceneRole } from '../../schema/film-script.ts';
import { hookFirst } from './hook-first.ts';
import type { TimedBeat } from './plan.ts';

const beat = (role: SceneRole, show: string): TimedBeat => ({ role, say: show, show, subject: 'product', seconds: 3 });
const end = beat('call_to_action', 'Order a jar');
const names = ['Melissa', 'Acacia honey'];

test.each<[string, TimedBeat[], string[]]>([
  [
    'the offer comes before a name',
    [beat('hook', 'Melissa'), beat('benefit', 'Cold-spun'), beat('offer', '3 for 2'), end],
    ['offer 3 for 2', 'benefit Melissa', 'benefit Cold-spun', 'call_to_action Order a jar'],
  ],
  [
    'a claim comes before two names',
    [beat('hook', 'Acacia honey. Melissa'), beat('benefit', 'Cold-spun'), end],
    ['hook Cold-spun', 'benefit Acacia honey. Melissa', 'call_to_action Order a jar'],
  ],
  [
    'a claim with the name stays the hook',
    [beat('hook', 'Melissa is cold-spun'), beat('offer', '3 for 2'), end],
    ['hook Melissa is cold-spun', 'offer 3 for 2', 'call_to_action Order a jar'],
  ],
  [
    'a film with nothing but a name opens with it',
    [beat('hook', 'Melissa'), end],
    ['hook Melissa', 'call_to_action Order a jar'],
  ],
])('%s', (_, beats, expected) => {
  expect(hookFirst(beats, names).map(({ role, show }) => `${role} ${show}`)).toEqual(expected);
});
