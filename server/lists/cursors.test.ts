// @module-tag without-database
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#server/test/any-character.ts';
import { CursorSigner } from './cursors.ts';

const signer = new CursorSigner('a secret');
const invalidCursor = expect.objectContaining({
  status: 400,
  details: [expect.objectContaining({ path: 'query.page' })],
});

describe('CursorSigner', () => {
  it('decodes what it encoded: texts, numbers and times to the millisecond', () => {
    const key = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.integer(),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
    );
    fc.assert(
      fc.property(fc.string(), fc.array(key, { maxLength: 3 }), fc.nat(), (scope, keys, count) => {
        expect(signer.decode(scope, signer.encode(scope, { keys, count }))).toEqual({ keys, count });
      }),
    );
  });

  it('rejects a modified cursor', () => {
    const cursor = signer.encode('scope', { keys: [new Date(0), 'id'], count: 3 });
    for (let index = 0; index < cursor.length; index += 1) {
      const otherLetter = cursor[index] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, index) + otherLetter + cursor.slice(index + 1);
      expect(() => signer.decode('scope', changed)).toThrow(invalidCursor);
    }
  });

  it.each(['', 'x', '====', 'not a cursor', 'ä', 'A'.repeat(10_000)])('rejects %j', (cursor) => {
    expect(() => signer.decode('scope', cursor)).toThrow(invalidCursor);
  });

  it('rejects a cursor of another scope or another server', () => {
    const cursor = signer.encode('scope', { keys: ['id'], count: 3 });
    expect(() => signer.decode('scope ', cursor)).toThrow(invalidCursor);
    expect(() => new CursorSigner('another secret').decode('scope', cursor)).toThrow(invalidCursor);
  });

  it('rejects trailing characters that base64 decoding would skip', () => {
    const cursor = signer.encode('scope', { keys: ['id'], count: 3 });
    expect(() => signer.decode('scope', `${cursor}!`)).toThrow(invalidCursor);
    expect(() => signer.decode('scope', ` ${cursor}`)).toThrow(invalidCursor);
  });
});
