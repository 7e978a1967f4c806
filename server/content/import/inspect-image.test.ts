// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { inspectImage } from './inspect-image.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000002800000012c0806000000', 'hex');
const gif = Buffer.from('4749463839614001f000', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108012c0280030122', 'hex');
const webp = (kind: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(rest, 'hex')]);

describe('inspectImage', () => {
  it.each([
    ['PNG', png, 'image/png', 640, 300],
    ['GIF', gif, 'image/gif', 320, 240],
    ['JPEG', jpeg, 'image/jpeg', 640, 300],
    ['extended WebP', webp('VP8X', '000000007f02002b0100'), 'image/webp', 640, 300],
    ['WebP', webp('VP8 ', '0000009d012a80022c01'), 'image/webp', 640, 300],
    ['SVG', Buffer.from('<?xml version="1.0"?>\n<svg width="64px" height="30"/>'), 'image/svg+xml', 64, 30],
    ['SVG with a viewBox', Buffer.from('<svg viewBox="0 0 64 30.4"></svg>'), 'image/svg+xml', 64, 30],
    [
      'SVG after comments',
      Buffer.from('\uFEFF<!-- a-b --- -- > -->\n<!----><svg>'),
      'image/svg+xml',
      null,
      null,
    ],
    ['SVG without a size', Buffer.from('<!-- a --><svg></svg>'), 'image/svg+xml', null, null],
  ])('recognizes %s', (_, bytes, contentType, width, height) => {
    expect(inspectImage(bytes)).toMatchObject({ contentType, width, height });
  });

  it.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><svg></svg></html>'],
    ['a script', 'alert(1)'],
    ['a truncated PNG', '\x89PNG'],
    ['a PDF', '%PDF-1.7'],
    // An ambiguous pattern would take practically forever.
    ['comments without an image', '<!-- -->'.repeat(500)],
  ])('does not recognize %s as an image', (_, text) => {
    expect(inspectImage(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it('accepts a truncated JPEG', () => {
    for (let length = 3; length < jpeg.length; length += 1)
      expect(inspectImage(jpeg.subarray(0, length))?.contentType).toBe('image/jpeg');
  });
});
