import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent } from './read-event.ts';

const ada = { object: 'user', id: 'ada', displayName: 'Ada', urls: { location: '' } };

const read = (name: string, data: unknown) => readEvent({ name, data: JSON.stringify(data) });

describe('an event of a change request', () => {
  it('says who is editing', () => {
    const editors = [{ page: 'lamps', user: ada }];
    expect(read('editors', { editors })).toEqual({ kind: 'editors', editors });
    expect(read('editors', { editors: [] })).toEqual({ kind: 'editors', editors: [] });
  });

  it('says who changed something', () => {
    expect(read('change', { user: 'ada' })).toEqual({ kind: 'change', userId: 'ada' });
    expect(read('change', { user: null })).toEqual({ kind: 'change', userId: null });
  });

  it('is ignored where this console knows nothing of it, or its data is not what the contract says', () => {
    for (const name of ['message', 'resync', 'constructor']) expect(read(name, { user: 'ada' })).toBeNull();
    for (const data of [null, 1, 'x', []]) {
      expect(read('editors', data)).toBeNull();
      expect(read('editors', { editors: { 0: data } })).toBeNull();
      expect(read('editors', { editors: [data, { page: 'lamps' }, { page: 1, user: ada }] })).toEqual({
        kind: 'editors',
        editors: [],
      });
    }
    expect(readEvent({ name: 'editors', data: '{' })).toBeNull();
    const picture = { ...ada, photoURL: { toString: 1 } };
    expect(read('editors', { editors: [{ page: 'lamps', user: picture }] })).toMatchObject({ editors: [] });
  });

  it('names no more people than the contract allows', () => {
    const event = read('editors', {
      editors: Array.from({ length: 5000 }, () => ({ page: 'a', user: ada })),
    });
    expect(event?.kind === 'editors' && event.editors.length).toBe(100);
  });

  it('is read or ignored, whatever it is', () => {
    const anyData = fc.oneof(fc.json(), fc.string());
    fc.assert(
      fc.property(fc.constantFrom('editors', 'change', 'message'), anyData, (name, data) => {
        const event = readEvent({ name, data });
        expect(event === null || event.kind === name).toBe(true);
      }),
    );
  });
});
