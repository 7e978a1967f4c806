import { describe, expect, it } from 'vitest';
import type {
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  Space,
} from '#api/generated/types.gen.ts';
import { countUnknown, fromLists, fromStructure, shareUnchanged } from './queries.ts';
import { picture } from './testing/structures.ts';

const space: Space = {
  object: 'space',
  id: 'space',
  title: 'Space',
  emoji: '📘',
  visibility: 'public',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  organization: 'org',
  revision: 'rev',
  defaultLevel: 'read',
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  urls: { location: 'https://docs.example/v1/spaces/space' },
  permissions: {
    view: true,
    access: true,
    admin: false,
    viewInviteLinks: false,
    edit: false,
    triggerGitSync: false,
    comment: false,
    merge: false,
    review: false,
  },
};

const siteSpace = (id: string): SiteSpace => ({
  object: 'site-space',
  id,
  path: id,
  title: id,
  space,
  urls: {},
});

const section = (id: string, sectionGroup?: string): SiteSection => ({
  object: 'site-section',
  id,
  title: id,
  path: id,
  ...(sectionGroup !== undefined && { sectionGroup }),
  siteSpaces: [siteSpace(`${id}-a`)],
  urls: {},
});

const group = (id: string, sections: SiteSection[]): SiteSectionGroup => ({
  object: 'site-section-group',
  id,
  title: id,
  sections,
});

describe('converting responses', () => {
  it('keeps the order of the structure', () => {
    const structure = [section('A'), group('G', [section('B', 'G')]), section('C')];
    expect(picture(fromStructure({ type: 'sections', structure }))).toBe('A(A-a) G[B(B-a)] C(C-a)');
    expect(picture(fromStructure({ type: 'siteSpaces', structure: [siteSpace('x'), siteSpace('y')] }))).toBe(
      'x y',
    );
  });

  it('places a group at its first section if there are only lists', () => {
    const sections = [section('A'), section('B', 'G'), section('C'), section('D', 'G')];
    const groups = [group('E', []), group('G', [])];
    expect(picture(fromLists(sections, groups, []))).toBe('A(A-a) G[B(B-a) D(D-a)] C(C-a) E[]');
    expect(picture(fromLists([], [], [siteSpace('x')]))).toBe('x');
  });
});

describe('shareUnchanged', () => {
  const read = (...structure: (SiteSection | SiteSectionGroup)[]) =>
    fromStructure({ type: 'sections', structure });
  const old = read(section('A'), section('B'));

  it('returns the same structure if nothing differs', () => {
    expect(shareUnchanged(old, read(section('A'), section('B')))).toBe(old);
  });

  it('keeps the identity of unchanged items', () => {
    const fresh = shareUnchanged(old, read(section('A'), { ...section('B'), title: 'Other' }));
    expect(fresh.nodes.get('A')).toBe(old.nodes.get('A'));
    expect(fresh.nodes.get('B')).toMatchObject({ title: 'Other' });
    expect(fresh.children.get('')).toBe(old.children.get(''));
  });
});

it('omits and counts items of unknown kinds', () => {
  const known: SiteStructure['structure'] = [siteSpace('a')];
  const refetched: SiteStructure = JSON.parse(
    JSON.stringify({ type: 'siteSpaces', structure: [{ object: 'site-hologram', id: 'h' }, ...known] }),
  );
  expect([...fromStructure(refetched).nodes.keys()]).toEqual(['a']);
  expect(countUnknown(refetched)).toBe(1);
});
