import { describe, expect, it } from 'vitest';
import { serializeResponse, RawJson } from './raw-json.ts';

describe('serializeResponse', () => {
  it('inserts each raw part', () => {
    const body = { a: new RawJson('{"x":[1]}'), b: [1, new RawJson('"$& text"')], c: 'end' };
    expect(JSON.parse(serializeResponse(body))).toEqual({ a: { x: [1] }, b: [1, '$& text'], c: 'end' });
  });

  it('serializes responses without raw parts as usual, also after one with some', () => {
    serializeResponse({ a: new RawJson('1') });
    const body = { text: 'äöü "quoted"', none: null, left: undefined, at: new Date(0) };
    expect(serializeResponse(body)).toBe(JSON.stringify(body));
  });
});
