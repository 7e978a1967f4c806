import { describe, expect, it } from 'vitest';
import type {
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  Space,
} from '#api/generated/types.gen.ts';
import { countUnknown, fromLists, fromResponse, fromStructure, shareUnchanged } from './queries.ts';
import { publishedUrlOf } from './structure.ts';
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

  it('reads the same from an outline as from the documented form', () => {
    const url = 'https://docs.example/';
    const inDetail: SiteSection = {
      ...section('B', 'G'),
      path: 'b/ü',
      icon: 'book',
      description: 'About B',
      condition: 'visitor.claims.beta',
      urls: { published: `${url}b/%C3%BC/` },
      siteSpaces: [
        { ...siteSpace('v1'), default: true, urls: { published: `${url}b/%C3%BC/` } },
        { ...siteSpace('v2'), condition: 'false', urls: { published: `${url}b/%C3%BC/v2/` } },
      ],
    };
    const full = fromResponse({
      type: 'sections',
      structure: [{ ...group('G', [inDetail]), icon: 'folder' }],
    });
    const space = { space: 'space', emoji: '📘' };
    const outline = fromResponse({
      type: 'sections',
      structure: [],
      outline: [
        {
          id: 'G',
          title: 'G',
          icon: 'folder',
          sections: [
            {
              id: 'B',
              title: 'B',
              path: 'b/ü',
              icon: 'book',
              description: 'About B',
              condition: 'visitor.claims.beta',
              siteSpaces: [
                { id: 'v1', title: 'v1', path: 'v1', default: true, ...space },
                { id: 'v2', title: 'v2', path: 'v2', condition: 'false', ...space },
              ],
            },
          ],
        },
      ],
    });
    expect(outline.children).toEqual(full.children);
    expect(outline.parents).toEqual(full.parents);
    for (const [id, node] of full.nodes) {
      const short = outline.nodes.get(id);
      if (node.kind === 'group' || !short || short.kind === 'group') expect(short).toEqual(node);
      else expect({ ...short, publishedUrl: publishedUrlOf(outline, short, url) }).toEqual(node);
    }
    expect(
      picture(
        fromResponse({
          type: 'siteSpaces',
          structure: [],
          outline: [{ id: 'x', title: 'x', path: 'x', space: 'space' }],
        }),
      ),
    ).toBe('x');
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
  const cachedEntries: SiteStructure['structure'] = [siteSpace('a')];
  const refetched: SiteStructure = JSON.parse(
    JSON.stringify({
      type: 'siteSpaces',
      structure: [{ object: 'site-hologram', id: 'h' }, ...cachedEntries],
    }),
  );
  expect([...fromStructure(refetched).nodes.keys()]).toEqual(['a']);
  expect(countUnknown(refetched)).toBe(1);
  expect(fromStructure(refetched).unknownItems).toBe(1);
  expect(
    shareUnchanged(fromStructure({ ...refetched, structure: cachedEntries }), fromStructure(refetched)),
  ).toEqual(fromStructure(refetched));
});

it('counts what else than sections is in groups', () => {
  const link = { object: 'site-external-link', id: 'l', title: 'Status' };
  const group = { object: 'site-section-group', id: 'g', title: 'Group', icon: null, sections: [] };
  const nested = { ...group, id: 'g2' };
  const answered: SiteStructure = JSON.parse(
    JSON.stringify({ type: 'sections', structure: [link, { ...group, children: [nested, link] }] }),
  );
  expect([...fromStructure(answered).nodes.keys()]).toEqual(['g']);
  expect(countUnknown(answered)).toBe(3);
});
