// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { readDemonstration, type SeedFiles } from './demonstration.ts';

const people = '- { key: ada, name: Ada, email: ada@demo.example }\n';
const organization = `key: mill
title: Mill
hostname: mill
type: business
useCase: productDocs
plan: free_2024
emailDomains: []
defaultRole: read
interval: monthly
createdAgo: 10
members: []
teams: []
histories: {}
comments: []
grants: []
sites: []
customFields: []
fieldValues: {}
translations: []
samlProviders: []
linkInvites: []
audit: []
`;
const content = `content:
  - kind: collection
    key: guides
    title: Guides
    createdAgo: 9
    items:
      - { kind: space, key: weir, title: Weir, emoji: 🌊, createdAgo: 8, by: ada }
`;
const weir = `---
title: Start
---

The first line.

---

The last line.

---
title: Group
slug: inner
---

---
title: Below
parent: inner
---

Deep.
`;

/** Reads a small demonstration with some files changed. */
function read(changed: SeedFiles = {}) {
  return readDemonstration({
    'people.yaml': people,
    'mill/content.yaml': content,
    'mill/guides/weir.md': weir,
    'mill/organization.yaml': organization,
    ...changed,
  });
}

describe('readDemonstration', () => {
  it('reads people, organizations and the pages of spaces', () => {
    const { people: allPeople, organizations } = read();
    expect(allPeople).toEqual([{ key: 'ada', name: 'Ada', email: 'ada@demo.example' }]);
    const mill = organizations.get('mill');
    expect(mill).toMatchObject({ title: 'Mill', reviews: [], content: [{ key: 'guides' }] });
    expect(mill?.pages.get('weir')).toEqual([
      { title: 'Start', text: 'The first line.\n\n---\n\nThe last line.' },
      { title: 'Group', slug: 'inner', pages: [{ title: 'Below', text: 'Deep.' }] },
    ]);
  });

  it('joins lists and maps of several files in file order', () => {
    const comment = (text: string) => `comments:\n  - { space: weir, by: ada, ago: 1, text: ${text} }\n`;
    const steps = (space: string) => `histories:\n  ${space}: []\n`;
    const { organizations } = read({
      'mill/talk/1.yaml': comment('one') + steps('weir'),
      'mill/talk/2.yaml': comment('two') + steps('lock'),
      'mill/content.yaml': `${content}      - { kind: space, key: lock, title: Lock, emoji: 🔒, createdAgo: 8, by: ada }\n`,
      'mill/lock.md': weir,
    });
    const mill = organizations.get('mill');
    expect(mill?.comments.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(Object.keys(mill?.histories ?? {})).toEqual(['weir', 'lock']);
  });
});

describe('an invalid file', () => {
  it.each<[string, SeedFiles, string]>([
    ['is not YAML', { 'people.yaml': `${people}- key: bob: bobby\n` }, 'people.yaml:2: Nested mappings'],
    [
      'lacks a field',
      { 'mill/content.yaml': content.replace('title: Weir, ', '') },
      'mill/content.yaml:7: content.0.items.0.title: ',
    ],
    [
      'has an unknown field',
      { 'mill/organization.yaml': `${organization}color: red\n` },
      'mill/organization.yaml:23: color: Unrecognized key',
    ],
    [
      'has an unknown kind of edit',
      {
        'mill/changes.yaml': `histories:
  weir:
    - step: edited
      ago: 1
      by: ada
      message: More
      edits:
        - edit: start
          find: first
`,
      },
      'mill/changes.yaml:8: histories.weir.0.edits.0.replace: ',
    ],
    [
      'has invalid front matter',
      { 'mill/guides/weir.md': weir.replace('slug: inner', 'slug: 7') },
      'mill/guides/weir.md:13: slug: ',
    ],
    [
      'names a missing parent',
      { 'mill/guides/weir.md': weir.replace('parent: inner', 'parent: outer') },
      'mill/guides/weir.md:16: There is no page outer',
    ],
    ['starts without front matter', { 'mill/guides/weir.md': 'Text.\n' }, 'mill/guides/weir.md:1: '],
    [
      'repeats a field of another file',
      { 'mill/other.yaml': 'title: Another mill\n' },
      'mill/other.yaml: title is already defined in another file',
    ],
    [
      'repeats a space of another file',
      { 'mill/1.yaml': 'histories: { weir: [] }\n', 'mill/2.yaml': 'histories: { weir: [] }\n' },
      'mill/2.yaml: histories.weir is already defined in another file',
    ],
    [
      'has the history of an unknown space',
      { 'mill/changes.yaml': 'histories: { lock: [] }\n' },
      'mill: histories.lock has no space',
    ],
    [
      'names an unknown person',
      { 'mill/talk.yaml': 'comments:\n  - space: weir\n    by: bob\n    ago: 1\n    text: Hm\n' },
      'mill/talk.yaml:3: comments.0.by: There is no person bob',
    ],
    [
      'has a reaction of an unknown person',
      {
        'mill/talk.yaml':
          'comments:\n  - { space: weir, by: ada, ago: 1, text: Hm, reactions: { 👍: [ada, bob] } }\n',
      },
      'mill/talk.yaml:2: comments.0.reactions.👍.1: There is no person bob',
    ],
    [
      'has front matter with an unknown first field',
      { 'mill/guides/weir.md': weir.replace('title: Group', 'Title: Group') },
      'mill/guides/weir.md:12: title: ',
    ],
    [
      'has a duplicate page',
      { 'mill/guides/weir.md': weir.replace('slug: inner', 'slug: start') },
      'mill/guides/weir.md:11: There is another page start',
    ],
    [
      'has a title without Latin letters',
      { 'mill/guides/weir.md': weir.replace('title: Start', 'title: Начало') },
      'mill/guides/weir.md:1: A title without Latin letters needs a slug',
    ],
    ['has no space', { 'mill/guides/lock.md': weir }, 'mill: lock.md has no space'],
    [
      'is missing',
      { 'mill/content.yaml': content.replace('weir', 'lock') },
      'mill: The space lock has no file lock.md',
    ],
    [
      'lacks a required part',
      { 'mill/organization.yaml': organization.replace('plan: free_2024\n', '') },
      'mill: plan: ',
    ],
  ])('that %s is reported with the line', (_, changed, message) => {
    expect(() => read(changed)).toThrow(message);
  });
});
