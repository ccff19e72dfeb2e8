import { expect, test } from '@jest/globals';
import { endpoints } from '../schema/endpoints/all.ts';
import { meantPath } from './meant-path.ts';

const paths = endpoints.map(({ path }) => path);

test.each<[what: string, path: string, meant: string | undefined]>([
  ['two leading slashes', '//create_image_ad_async', '/create_image_ad_async'],
  ['many slashes', '///jobs///7//cancel//', '/jobs/7/cancel'],
  ['a trailing slash', '/create_video_ad_async/', '/create_video_ad_async'],
  ['a trailing slash after an id', '/jobs/7f/', '/jobs/7f'],
  ['a trailing slash after the list of jobs', '/jobs/', '/jobs'],
  ['capitals', '/Create_Image_Ad_Async', '/create_image_ad_async'],
  ['capitals in an id', '/JOBS/aB/', '/jobs/aB'],
  ['hyphens instead of underscores', '/create-image-ad-async', '/create_image_ad_async'],
  ['a blank at the end', '/create_image_ad_async%20', '/create_image_ad_async'],
  ['an encoded slash', '/%2Fcredits', '/credits'],
  ['another prefix', '/api/v1/create_image_ad_async', '/create_image_ad_async'],
  [
    'a long prefix before the longest endpoint',
    `${'/x'.repeat(5_000)}/jobs/7/deliveries/replay/`,
    '/jobs/7/deliveries/replay',
  ],
  ['reserved characters in an id', '/jobs/a%3Fb%23c/', '/jobs/a%3Fb%23c'],
  ['an unknown path', '/create_audio_ad_async', undefined],
  ['the root', '/', undefined],
  ['slashes only', '///', undefined],
  ['a path below an endpoint', '/credits/7', undefined],
  ['a file of WordPress', '/wp-login.php', undefined],
])('meantPath finds the endpoint of a path with %s', (_, path, meant) => {
  expect(meantPath(path, '', paths)).toBe(meant);
});

test.each<[what: string, path: string]>([
  ['is missing', '/credits'],
  ['is doubled', '/ads/ads/credits'],
  ['has capitals', '/Ads/credits'],
  ['has two slashes', '//ads/credits'],
  ['is followed by two slashes', '/ads//credits'],
])('meantPath returns the base path if it %s', (_, path) => {
  expect(meantPath(path, '/ads', paths)).toBe('/ads/credits');
});
