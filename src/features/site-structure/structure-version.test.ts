import { describe, expect, it } from 'vitest';
import { knownBody, rememberBody } from '#src/api/known-bodies.ts';
import { applyMove } from './move-rules.ts';
import type { SiteRequest } from './steps.ts';
import { createVersionTracker, structureOf, withVersionOf, type Answer } from './structure-version.ts';
import { buildStructure, type SiteStructure } from './structure.ts';
import { section } from './testing/structures.ts';

const move: SiteRequest = { operation: 'moveSiteSection', path: { siteSectionId: 'A' }, body: {} };

const rename = (title: string): SiteRequest => ({
  operation: 'updateSiteSection',
  path: { siteSectionId: 'A' },
  body: { title, icon: null },
});

const answer = (before: string, after: string, data: unknown = {}): Answer => ({
  data,
  response: new Response(null, { headers: { 'Structure-ETag': `W/"${before}", W/"${after}"` } }),
});

/** A structure as it was fetched at version 1, and one with A at the end. */
function fetched() {
  const body = { structure: [] };
  const before = structureOf(body, 'W/"1"', () => buildStructure([section('A'), section('B')]));
  return { body, before, after: applyMove(before, { id: 'A', after: 'B' }) };
}

function isConfirmed(
  before: SiteStructure,
  after: SiteStructure,
  ...answers: [SiteRequest, Answer | null][]
) {
  const tracker = createVersionTracker();
  for (const [request, each] of answers) tracker.record(request, each);
  tracker.complete(before, after);
  return tracker.settle(after);
}

describe('the version of a changed structure', () => {
  it('is known after one’s own changes', () => {
    const { before, after } = fetched();
    expect(isConfirmed(before, after, [move, answer('1', '2')], [move, answer('2', '3')])).toBe(true);
    expect(isConfirmed(after, before, [move, answer('3', '4')])).toBe(true);
  });

  it('has the next answer without a body stand for the changed structure', () => {
    const { body, before, after } = fetched();
    rememberBody('key', { tag: 'W/"1"', body, size: 1 });
    expect(isConfirmed(before, after, [move, answer('1', '2')])).toBe(true);
    expect(knownBody('key')?.tag).toBe('W/"2"');
    const again = structureOf(body, 'W/"2"', () => buildStructure([]));
    expect(again).toBe(after);
  });

  it('is unknown where another person came between', () => {
    const { before, after } = fetched();
    expect(isConfirmed(before, after, [move, answer('2', '3')])).toBe(false);
    expect(isConfirmed(before, after, [move, answer('1', '2')], [move, answer('3', '4')])).toBe(false);
  });

  it('is unknown after a failure, and after answers without versions', () => {
    const { before, after } = fetched();
    expect(isConfirmed(before, after, [move, null])).toBe(false);
    expect(isConfirmed(before, after, [move, { data: {}, response: new Response() }])).toBe(false);
    const tracker = createVersionTracker();
    tracker.record(move, answer('1', '2'));
    expect(tracker.settle(before)).toBe(false);
  });

  it('is unknown where the server has stored another text', () => {
    const { before, after } = fetched();
    expect(isConfirmed(before, after, [rename('New'), answer('1', '2', { title: 'New' })])).toBe(true);
    const next = fetched();
    const otherAnswer = answer('1', '2', { title: 'New ' });
    expect(isConfirmed(next.before, next.after, [rename('New'), otherAnswer])).toBe(false);
  });

  it('is unknown where a site space came into another section', () => {
    const before = structureOf({}, '"1"', () => buildStructure([section('A', ['a', 'b']), section('B')]));
    const after = applyMove(before, { id: 'a', into: 'B' });
    const request: SiteRequest = { operation: 'moveSiteSpace', path: { siteSpaceId: 'a' }, body: {} };
    expect(isConfirmed(before, after, [request, answer('1', '2')])).toBe(false);
    const inside = applyMove(before, { id: 'a', after: 'b' });
    expect(isConfirmed(before, inside, [request, answer('1', '2')])).toBe(true);
  });

  it('goes over to a structure that replaces an equal one', () => {
    const { before, after } = fetched();
    const shared = withVersionOf(before, { ...before });
    expect(isConfirmed(shared, after, [move, answer('1', '2')])).toBe(true);
  });
});
