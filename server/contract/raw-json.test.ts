import { describe, expect, it } from 'vitest';
import { serializeResponse, RawJson } from './raw-json.ts';

describe('stringifyAnswer', () => {
  it('puts each written part where it belongs', () => {
    const answer = { a: new RawJson('{"x":[1]}'), b: [1, new RawJson('"$& text"')], c: 'end' };
    expect(JSON.parse(serializeResponse(answer))).toEqual({ a: { x: [1] }, b: [1, '$& text'], c: 'end' });
  });

  it('writes an answer without such parts as usual, also after one that had some', () => {
    serializeResponse({ a: new RawJson('1') });
    const answer = { text: 'äöü "quoted"', none: null, left: undefined, at: new Date(0) };
    expect(serializeResponse(answer)).toBe(JSON.stringify(answer));
  });
});
