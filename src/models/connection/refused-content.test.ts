import { expect, test } from '@jest/globals';
import { refusesContent } from './refused-content.ts';

test.each([
  'moderation_blocked',
  'The request was rejected by the safety system.',
  'Blocked by content moderation',
  'content_policy_violation',
  'finishReason: IMAGE_SAFETY',
  'The prompt triggered the content management policy.',
  'This prompt violates our usage guidelines.',
  'The input was flagged as sensitive. (E005)',
  'NSFW content detected',
])('"%s" refuses the content', (text) => {
  expect(refusesContent(text)).toBe(true);
});

test.each([
  "Unknown parameter: 'moderation'.",
  '{"param":"moderation","code":"unknown_parameter"}',
  'safety_tolerance: Input should be less than 6',
  'Unknown field enable_safety_checker',
  'CUDA out of memory',
])('"%s" does not refuse the content', (text) => {
  expect(refusesContent(text)).toBe(false);
});
