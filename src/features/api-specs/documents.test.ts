import { describe, expect, it } from 'vitest';
import { findMainDocument } from './documents.ts';

const document = { openapi: '3.1.0', paths: { '/owls': {} } };
const find = (filesystem: unknown) => findMainDocument(JSON.parse(JSON.stringify({ filesystem })));

describe('the main document of a version', () => {
  it('is the one with operations', () => {
    expect(find({ 'a.json': {}, 'b.json': document })).toEqual({ fileName: 'b.json', document });
    expect(find([{ filename: 'b.json', isEntrypoint: true, specification: document }])).toEqual({
      fileName: 'b.json',
      document,
    });
  });

  it.each([[{}], [[]], [null], ['text'], [[{ filename: 'a.json' }]]])('is not known in %o', (filesystem) => {
    expect(find(filesystem)).toBeNull();
  });
});
