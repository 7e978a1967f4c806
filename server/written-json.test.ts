import { describe, expect, it } from 'vitest';
import { stringifyAnswer, WrittenJson } from './written-json.ts';

describe('stringifyAnswer', () => {
  it('puts each written part where it belongs', () => {
    const answer = { a: new WrittenJson('{"x":[1]}'), b: [1, new WrittenJson('"$& text"')], c: 'end' };
    expect(JSON.parse(stringifyAnswer(answer))).toEqual({ a: { x: [1] }, b: [1, '$& text'], c: 'end' });
  });

  it('writes an answer without such parts as usual, also after one that had some', () => {
    stringifyAnswer({ a: new WrittenJson('1') });
    const answer = { text: 'äöü "quoted"', none: null, left: undefined, at: new Date(0) };
    expect(stringifyAnswer(answer)).toBe(JSON.stringify(answer));
  });
});
