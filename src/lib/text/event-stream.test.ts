import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamParser, maxEventLength, type StreamEvent } from './event-stream.ts';

const encoder = new TextEncoder();

/** The result of a parser for pieces: its events, how long to wait, and whether it gave up. */
function read(pieces: readonly Uint8Array[]) {
  const parser = new EventStreamParser();
  const events: StreamEvent[] = [];
  try {
    for (const piece of pieces) for (const event of parser.push(piece)) events.push(event);
    return { events, retryMs: parser.retryMs, isBroken: false };
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return { events, retryMs: parser.retryMs, isBroken: true };
  }
}

const readText = (text: string) => read([encoder.encode(text)]);

/** The bytes in pieces that end at these places. */
function split(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

describe('a stream of events', () => {
  it('has names, data and a time to wait', () => {
    expect(readText('retry: 3000\n\nevent: editors\ndata: {"editors":[]}\n\ndata: hello\n\n')).toEqual({
      events: [
        { name: 'editors', data: '{"editors":[]}' },
        { name: 'message', data: 'hello' },
      ],
      retryMs: 3000,
      isBroken: false,
    });
  });

  it('says after each event where it goes on, and also without one', () => {
    const parser = new EventStreamParser();
    const ids: (string | null)[] = [];
    const text = 'id: a\n\nevent: change\ndata: 1\n\nid: b\ndata: 2\n\nid: c';
    for (const _ of parser.push(encoder.encode(text))) ids.push(parser.lastId);
    expect([...ids, parser.lastId]).toEqual(['a', 'b', 'b']);
  });

  it('joins the lines of data, and takes away one space', () => {
    expect(readText('data: one\ndata:two\ndata\ndata:  four\n\n').events).toEqual([
      { name: 'message', data: 'one\ntwo\n\n four' },
    ]);
  });

  it('takes every kind of line end, a byte order mark, comments, and fields of others', () => {
    const text = '\ufeff: hello\r\nevent: a\rid: 7\ndata: 1\r\n\r\n:\n\nwhatever: x\n\nretry: soon\n\n';
    expect(readText(text)).toEqual({
      events: [{ name: 'a', data: '1' }],
      retryMs: null,
      isBroken: false,
    });
  });

  it('drops a name without data, and an event that has not ended', () => {
    expect(readText('event: a\n\ndata: 1\n\nevent: b\ndata: 2\n').events).toEqual([
      { name: 'message', data: '1' },
    ]);
  });

  it('ends at an event that is too long, after the events before it', () => {
    const data = 'x'.repeat(maxEventLength - 'data:'.length);
    expect(readText(`data:${data}\n\n`)).toMatchObject({ events: [{ data }], isBroken: false });
    expect(readText(`data: 1\n\ndata:${data}x`)).toMatchObject({ events: [{ data: '1' }], isBroken: true });
    expect(readText(`data:${data.slice(10)}\ndata:12345\n`)).toMatchObject({ isBroken: false });
    expect(readText(`data:${data.slice(10)}\ndata:123456\n`)).toMatchObject({ isBroken: true });
    expect(readText(`:${data}`)).toMatchObject({ isBroken: false });
    expect(readText(`:${data}123456`)).toMatchObject({ isBroken: true });
  });

  it('can have any number of comments', () => {
    const comments = `: ${'-'.repeat(1000)}\n`.repeat(1000);
    expect(readText(`data: 1\n${comments}\n`)).toMatchObject({ events: [{ data: '1' }], isBroken: false });
  });

  it('is the same in whatever pieces it comes', () => {
    const part = fc.oneof(
      fc.constantFrom('\n', '\r', '\r\n', ':', 'data', 'event', 'retry', 'id', ' ', '\ufeff', 'é', '😀', '1'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    );
    const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(400), { maxLength: 12 }), (stream, places) => {
        const bytes = encoder.encode(stream);
        const whole = read([bytes]);
        expect(read(split(bytes, places))).toEqual(whole);
        expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
      }),
    );
  });

  it('gives the data that was written, whatever it is', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !/[\r\n]/.test(text));
    const writtenEvents = fc.array(
      fc.record({ name: line.filter((text) => text !== ''), data: fc.array(line, { minLength: 1 }) }),
    );
    fc.assert(
      fc.property(writtenEvents, fc.constantFrom('\n', '\r', '\r\n'), (events, end) => {
        const text = events
          .flatMap(({ name, data }) => [`event: ${name}`, ...data.map((part) => `data: ${part}`), '', ''])
          .join(end);
        expect(readText(text).events).toEqual(
          events.map(({ name, data }) => ({ name, data: data.join('\n') })),
        );
      }),
    );
  });
});
