// @module-tag without-database
import { expect, it } from 'vitest';
import { inspectFile } from './inspect-file.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

it.each([
  ['application/pdf', latin1('%PDF-1.7\n')],
  ['image/gif', latin1('GIF89a\x02\x00\x03\x00')],
  ['image/svg+xml', latin1('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['image/avif', latin1('\x00\x00\x00\x1cftypavif')],
  ['video/mp4', latin1('\x00\x00\x00\x1cftypiso6')],
  ['video/webm', latin1('\x1a\x45\xdf\xa3\x01')],
  ['audio/mpeg', latin1('ID3\x04')],
  ['audio/wav', latin1('RIFF\x00\x00\x00\x00WAVEfmt ')],
  ['application/zip', latin1('PK\x03\x04\x14\x00')],
  ['text/plain', Buffer.from('<script>alert(1)</script>')],
  ['text/plain', Buffer.from(`${'a'.repeat(4095)}é`)],
  ['application/octet-stream', latin1('caf\xe9 au lait')],
  ['application/octet-stream', latin1('text\x00')],
  ['text/plain', latin1('')],
])('finds %s', (contentType, bytes) => {
  expect(inspectFile(bytes).contentType).toBe(contentType);
});
