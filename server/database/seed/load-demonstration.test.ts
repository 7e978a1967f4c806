import { describe, expect, it } from 'vitest';
import { readDemonstration, type SeedFiles } from './load-demonstration.ts';

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

/** What is read when some of the files of a small demonstration are others. */
function read(changed: SeedFiles = {}) {
  return readDemonstration({
    'people.yaml': people,
    'mill/content.yaml': content,
    'mill/guides/weir.md': weir,
    'mill/organization.yaml': organization,
    ...changed,
  });
}

describe('what stands in files', () => {
  it('is people, organizations and the pages of spaces', () => {
    const { people: everybody, organizations } = read();
    expect(everybody).toEqual([{ key: 'ada', name: 'Ada', email: 'ada@demo.example' }]);
    const mill = organizations.get('mill');
    expect(mill).toMatchObject({ title: 'Mill', reviews: [], content: [{ key: 'guides' }] });
    expect(mill?.pages.get('weir')).toEqual([
      { title: 'Start', text: 'The first line.\n\n---\n\nThe last line.' },
      { title: 'Group', slug: 'inner', pages: [{ title: 'Below', text: 'Deep.' }] },
    ]);
  });

  it('joins lists and maps of several files in the order of the files', () => {
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

describe('a bad file', () => {
  it.each<[string, SeedFiles, string]>([
    ['is not YAML', { 'people.yaml': `${people}- key: bob: bobby\n` }, 'people.yaml:2: Nested mappings'],
    [
      'misses a field',
      { 'mill/content.yaml': content.replace('title: Weir, ', '') },
      'mill/content.yaml:7: content.0.items.0.title: ',
    ],
    [
      'has an unknown field',
      { 'mill/organization.yaml': `${organization}colour: red\n` },
      'mill/organization.yaml:23: colour: Unrecognized key',
    ],
    [
      'has an edit of no known form',
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
      'has front matter that does not fit',
      { 'mill/guides/weir.md': weir.replace('slug: inner', 'slug: 7') },
      'mill/guides/weir.md:13: slug: ',
    ],
    [
      'names a parent that is not there',
      { 'mill/guides/weir.md': weir.replace('parent: inner', 'parent: outer') },
      'mill/guides/weir.md:16: There is no page outer',
    ],
    ['begins without front matter', { 'mill/guides/weir.md': 'Text.\n' }, 'mill/guides/weir.md:1: '],
    [
      'says again what another file says',
      { 'mill/other.yaml': 'title: Another mill\n' },
      'mill/other.yaml: title stands in another file already',
    ],
    [
      'says again what another file says of a space',
      { 'mill/1.yaml': 'histories: { weir: [] }\n', 'mill/2.yaml': 'histories: { weir: [] }\n' },
      'mill/2.yaml: histories.weir stands in another file already',
    ],
    [
      'tells the history of no space',
      { 'mill/changes.yaml': 'histories: { lock: [] }\n' },
      'mill: histories.lock belongs to no space',
    ],
    [
      'names nobody',
      { 'mill/talk.yaml': 'comments:\n  - space: weir\n    by: bob\n    ago: 1\n    text: Hm\n' },
      'mill/talk.yaml:3: comments.0.by: There is no person bob',
    ],
    [
      'has a reaction of nobody',
      {
        'mill/talk.yaml':
          'comments:\n  - { space: weir, by: ada, ago: 1, text: Hm, reactions: { 👍: [ada, bob] } }\n',
      },
      'mill/talk.yaml:2: comments.0.reactions.👍.1: There is no person bob',
    ],
    [
      'has front matter with another first field',
      { 'mill/guides/weir.md': weir.replace('title: Group', 'Title: Group') },
      'mill/guides/weir.md:12: title: ',
    ],
    [
      'has a page twice',
      { 'mill/guides/weir.md': weir.replace('slug: inner', 'slug: start') },
      'mill/guides/weir.md:11: There is another page start',
    ],
    [
      'has a title that makes no slug',
      { 'mill/guides/weir.md': weir.replace('title: Start', 'title: Начало') },
      'mill/guides/weir.md:1: A title without Latin letters needs a slug',
    ],
    ['belongs to no space', { 'mill/guides/lock.md': weir }, 'mill: lock.md belongs to no space'],
    [
      'is missing',
      { 'mill/content.yaml': content.replace('weir', 'lock') },
      'mill: The space lock has no file lock.md',
    ],
    [
      'leaves something out',
      { 'mill/organization.yaml': organization.replace('plan: free_2024\n', '') },
      'mill: plan: ',
    ],
  ])('that %s is named with the line', (_, changed, message) => {
    expect(() => read(changed)).toThrow(message);
  });
});
