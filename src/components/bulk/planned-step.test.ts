import { expect, it } from 'vitest';
import { readCsv } from '#src/lib/testing/read-csv.ts';
import { countVerdicts, isDoable, planCsv, type PlannedStep } from './planned-step.ts';

const step = (id: string, verdict: PlannedStep<null>['verdict'], name = id): PlannedStep<null> => ({
  id,
  item: null,
  name,
  detail: `${id}@x.org`,
  verdict,
  says: 'Reader → Editor',
});

it('counts the actions of a plan', () => {
  const plan = [step('a', 'change'), step('b', 'skip'), step('c', 'create'), step('d', 'refuse')];
  expect(countVerdicts(plan)).toEqual({ create: 1, change: 1, skip: 1, refuse: 1 });
  expect(plan.filter(isDoable).map(({ id }) => id)).toEqual(['a', 'c']);
});

it('lists the outcome of each step and escapes formulas', () => {
  const plan = [step('a', 'change', '=EVIL()'), step('b', 'change'), step('c', 'skip'), step('d', 'change')];
  const csv = planCsv(
    plan,
    new Map([
      ['a', { status: 'done' }],
      ['b', { status: 'failed', message: 'No.', requestId: 'r1' }],
      ['d', { status: 'not-begun' }],
    ]),
  );
  expect(csv).toContain("'=EVIL()");
  expect(readCsv(csv).map(([name, , result, , remark, request]) => [name, result, remark, request])).toEqual([
    ['name', 'result', 'remark', 'request id'],
    ['=EVIL()', 'done', '', ''],
    ['b', 'failed', 'No.', 'r1'],
    ['c', 'skipped', '', ''],
    ['d', 'not started', '', ''],
  ]);
});
