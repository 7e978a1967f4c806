import { expect, it } from 'vitest';
import { parseCsv } from '#src/lib/testing/parse-csv.ts';
import { countActions, isActionable, formatPlanCsv, type PlannedStep } from './planned-step.ts';

const step = (id: string, action: PlannedStep<null>['action'], name = id): PlannedStep<null> => ({
  id,
  item: null,
  name,
  detail: `${id}@x.org`,
  action,
  description: 'Reader → Editor',
});

it('counts the actions of a plan', () => {
  const plan = [step('a', 'change'), step('b', 'skip'), step('c', 'create'), step('d', 'refuse')];
  expect(countActions(plan)).toEqual({ create: 1, change: 1, skip: 1, refuse: 1 });
  expect(plan.filter(isActionable).map(({ id }) => id)).toEqual(['a', 'c']);
});

it('lists the outcome of each step and escapes formulas', () => {
  const plan = [step('a', 'change', '=EVIL()'), step('b', 'change'), step('c', 'skip'), step('d', 'change')];
  const csv = formatPlanCsv(
    plan,
    new Map([
      ['a', { status: 'done' }],
      ['b', { status: 'failed', message: 'No.', requestId: 'r1' }],
      ['d', { status: 'not-begun' }],
    ]),
  );
  expect(csv).toContain("'=EVIL()");
  expect(parseCsv(csv).map(([name, , result, , note, request]) => [name, result, note, request])).toEqual([
    ['name', 'result', 'remark', 'request id'],
    ['=EVIL()', 'done', '', ''],
    ['b', 'failed', 'No.', 'r1'],
    ['c', 'skipped', '', ''],
    ['d', 'not started', '', ''],
  ]);
});
