import { expect, it } from 'vitest';
import { languageOptions } from './appearance-labels.ts';

it('offers the languages of the site’s own words first, the others as those of content alone', () => {
  const groups = languageOptions.map(({ group }) => group);
  expect([...new Set(groups)]).toEqual(['Site and content', 'Content only']);
  expect(groups, 'each is one piece').toEqual(groups.toSorted().toReversed());
  const labels = (group: string) =>
    languageOptions.filter((option) => option.group === group).map(({ label }) => label);
  expect(labels('Site and content')).toEqual([
    ...[
      'Arabic',
      'Brazilian Portuguese',
      'British English',
      'Chinese (China)',
      'English',
      'French',
      'German',
    ],
    ...['Japanese', 'Korean', 'Portuguese', 'Spanish'],
  ]);
  expect(labels('Content only').slice(0, 3)).toEqual(['Bangla', 'Bulgarian', 'Catalan']);
});
