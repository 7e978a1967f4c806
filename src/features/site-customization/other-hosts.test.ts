import { expect, it } from 'vitest';
import { changedHosts, otherHostsOf, otherHostsSchema, readHosts } from './other-hosts.ts';

const saved = otherHostsOf({ embedHosts: ['vimeo.com'], externalRequests: 'allowed' });

it('reads hosts as people paste them', () => {
  expect(readHosts(' YouTube.com\nhttps://www.vimeo.com/123, vimeo.com\n\nbücher.example')).toEqual([
    'youtube.com',
    'vimeo.com',
    'xn--bcher-kva.example',
  ]);
});

it('sends only what changed', () => {
  expect(changedHosts(saved, { ...saved, embedHosts: ' www.vimeo.com ' })).toEqual({});
  expect(changedHosts(saved, { isBlocked: true, embedHosts: '' })).toEqual({
    externalRequests: 'blocked',
    embedHosts: [],
  });
});

it.each([
  ['youtube.com', true],
  ['youtube.com/watch?v=1', true],
  ['youtube', false],
  ["youtube.com;script-src 'unsafe-inline'", false],
  ['*.youtube.com', false],
  ['127.0.0.1', false],
  [Array.from({ length: 21 }, (_, index) => `video-${index}.example`).join('\n'), false],
])('%s: %s', (embedHosts, isValid) => {
  expect(otherHostsSchema.safeParse({ isBlocked: false, embedHosts }).success).toBe(isValid);
});
