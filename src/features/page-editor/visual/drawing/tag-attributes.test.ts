import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { changeLink, linkAt } from '../commands/link-edits.ts';
import { TextStructure } from '../structure/text-structure.ts';
import { readCondition, withAttribute, withCondition } from './tag-attributes.ts';

describe('an attribute of a tag', () => {
  it.each<[name: string, tag: string, attribute: string, value: string, after: string]>([
    [
      'is changed in its place',
      '{% hint  style=\'info\'  icon="x" %}',
      'style',
      'danger',
      '{% hint style="danger"  icon="x" %}',
    ],
    ['is added', '{% hint %}', 'style', 'info', '{% hint style="info" %}'],
    ['goes where it is empty', '{% tab title="A" icon="x" %}', 'title', ' ', '{% tab icon="x" %}'],
    [
      'has no sign that ends it',
      '{% tab title="A" %}',
      'title',
      'a "b" %}',
      '{% tab title="a &quot;b&quot; %&#125;" %}',
    ],
    ['stays where the tag is none', 'words', 'title', 'A', 'words'],
  ])('%s', (_, tag, name, value, after) => {
    expect(withAttribute(tag, name, value)).toBe(after);
  });

  it('of a condition is its expression', () => {
    expect(readCondition('{% if visitor.a %}')).toBe('visitor.a');
    expect(withCondition('{%- if  visitor.a -%}', 'x > 1')).toBe('{%- if  x > 1 -%}');
    expect(readCondition('{% else %}')).toBeUndefined();
  });
});

describe('a link', () => {
  const change = (text: string, address: string) => {
    const structure = TextStructure.of(Text.of([text]));
    const link = linkAt(structure, text.indexOf('owl'));
    return (link ? changeLink(structure, link, address) : [])
      .toReversed()
      .reduce((changed, { from, to, insert }) => changed.slice(0, from) + insert + changed.slice(to), text);
  };

  it('gets another address, and keeps its title', () => {
    expect(change('an [**owl**](a.md "A") b', 'b (1).md')).toBe('an [**owl**](<b (1).md> "A") b');
    expect(change('an [owl](<a b.md>) b', 'https://a.example')).toBe('an [owl](https://a.example) b');
  });

  it('leaves its words where it has no address', () => {
    expect(change('an [**owl**](a.md) b', '')).toBe('an **owl** b');
  });
});
