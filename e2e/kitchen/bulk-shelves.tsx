/** Changes of many items: what will be done, what is being done, what came of it. */
import { useState } from 'react';
import type { Outcome, PlannedStep } from '#src/components/bulk/batch.ts';
import type { BulkRun } from '#src/components/bulk/bulk-dialog.tsx';
import { ImportNotices, PlanView, RunProgress, RunResult } from '#src/components/bulk/plan-view.tsx';
import { Shelf, type ShelvesProps } from './shelf.tsx';

export const plan: PlannedStep<string>[] = [
  {
    id: '1',
    item: '',
    name: 'Ada Lovelace',
    detail: 'ada@example.com',
    action: 'create',
    description: 'Invite as Editor',
  },
  {
    id: '2',
    item: '',
    name: 'Grace Hopper',
    action: 'change',
    description: 'Reader → Editor',
    warning: 'Loses the access of a team.',
  },
  { id: '3', item: '', name: 'Alan Turing', action: 'skip', description: 'Already Editor.' },
  { id: '4', item: '', name: 'Šimon Žák', action: 'block', description: 'The last administrator.' },
];

const outcomes = new Map<string, Outcome>([
  ['1', { status: 'done' }],
  ['2', { status: 'failed', message: 'The server could not complete the request.', requestId: null }],
]);

const run: BulkRun<never> = {
  phase: 'running',
  progress: { total: 200, done: 80, failed: 3 },
  waitingUntil: null,
  outcomes,
  start: () => Promise.resolve(),
  cancel: () => {},
};

const waitingRun = { ...run, waitingUntil: Date.now() + 30_000 };

const ignored = [
  { heading: 'Rolle', number: 2, reason: 'unknown', suggestion: 'role' },
  { heading: '', number: 4, reason: 'no heading', suggestion: null },
] as const;

export function BulkShelves({ theme }: ShelvesProps) {
  const [isAccepted, setAccepted] = useState(false);
  return (
    <>
      <Shelf title="Plan of a change: before, after" isWide>
        <PlanView plan={plan} outcomes={new Map()} />
        <PlanView plan={plan} outcomes={outcomes} />
      </Shelf>
      <Shelf title="Run: under way, waiting, done, partly done" isWide>
        <RunProgress run={run} label={`Run, ${theme}`} />
        <RunProgress run={waitingRun} label={`Waiting run, ${theme}`} />
        <RunResult run={{ ...run, outcomes: new Map([['1', { status: 'done' }]]) }} noun="member" />
        <RunResult run={run} noun="member" />
      </Shelf>
      <Shelf title="Import: columns and lines that are ignored" isWide>
        <ImportNotices
          ignored={ignored}
          known={['email', 'role']}
          emptyLines={2}
          accepted={isAccepted}
          onAccept={setAccepted}
        />
      </Shelf>
    </>
  );
}
