// @module-tag without-database
import { expect, it } from 'vitest';
import { findTextConditionProblem } from './condition-problems.ts';

it.each([
  ['Plain words, 50 % of them.', undefined],
  ['{% if visitor.claims.plan == "pro" %}\nPro.\n{% endif %}\n', undefined],
  ['{% if a %}One{% elsif b %}Two{% else %}Three{% endif %}', undefined],
  ['{%- if name == "50 %}" -%}Odd{%- endif -%}', undefined],
  ['`{% if a %}` is how it begins.', undefined],
  ['{% if a %}\n\nTo the end.\n', 'unclosed'],
  ['{% if a %}{% if b %}Both{% endif %}', 'unclosed'],
  ['{% if a \n\nNo end of the tag.\n', 'unclosed'],
  ['Words {% endif %}', 'unopened'],
  ['{% else %}Otherwise{% endif %}', 'unopened'],
  ['{% if visitor.claims.plan is pro %}Pro{% endif %}', 'unreadable'],
  ['{% if %}Always{% endif %}', 'unreadable'],
  ['{% if a %}One{% elif b && %}Two{% endif %}', 'unreadable'],
  ['{% if a %}`{% if of code` stays.{% endif %}', undefined],
  ['{% if a b %\\}x{% endif %\\}', 'unreadable'],
])('finds what is wrong with the conditions of %j: %s', (text, problem) => {
  expect(findTextConditionProblem(text)).toBe(problem);
});

it('reads an expression of many quotes once', () => {
  // Every way to pair them would take longer than anybody waits.
  const quotes = '"a"'.repeat(20_000);
  expect(findTextConditionProblem(`{% if ${quotes} %\\}x{% endif %\\}`)).toBe('unreadable');
  expect(findTextConditionProblem(`{% if a %}\`${'{% if '.repeat(20_000)}\`{% endif %\\}`)).toBeUndefined();
});
