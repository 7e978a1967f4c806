// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { RawJson, serializeResponse, serializeToBytes, SharedJson } from './raw-json.ts';

describe('serializeResponse', () => {
  it('inserts each raw part', () => {
    const bytes = Buffer.from('"$& text"');
    const body = { a: new RawJson('{"x":[1]}'), b: [1, new RawJson(bytes)], c: 'end' };
    expect(JSON.parse(serializeResponse(body))).toEqual({ a: { x: [1] }, b: [1, '$& text'], c: 'end' });
    expect(serializeToBytes(body).toString()).toBe(serializeResponse(body));
  });

  it('serializes responses without raw parts as usual, also after one with some', () => {
    serializeResponse({ a: new RawJson('1') });
    const body = { text: 'äöü "quoted"', none: null, left: undefined, at: new Date(0) };
    expect(serializeResponse(body)).toBe(JSON.stringify(body));
  });
});

describe('a shared response', () => {
  it('is compressed once for each encoding, and its size includes every form', async () => {
    const shared = new SharedJson(JSON.stringify(['text']));
    const sizes: number[] = [];
    shared.onGrowth(() => sizes.push(shared.size));
    const compress = async (bytes: Buffer) => bytes.subarray(0, 5);
    const [first, second] = await Promise.all([
      shared.compressed('br', compress),
      shared.compressed('br', compress),
    ]);
    expect(first).toBe(second);
    await shared.compressed('gzip', compress);
    expect(sizes).toEqual([8 + 5, 8 + 5 + 5]);
  });

  it('is compressed again after a failure', async () => {
    const shared = new SharedJson('[]');
    const fail = () => Promise.reject(new Error('no memory'));
    await expect(shared.compressed('br', fail)).rejects.toThrow('no memory');
    expect(shared.size).toBe(2);
    expect(await shared.compressed('br', async (bytes) => bytes)).toHaveLength(2);
  });
});
