import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageVersion } from '#src/domain/page-drafts/page-drafts.ts';
import { fieldsOf } from './page-fields.ts';
import type { SaveState } from './save-state.ts';
import {
  initialStatus,
  isIdle,
  nextStatus,
  type SessionEvent,
  type SessionStatus,
} from './session-status.ts';

const fields = fieldsOf({ id: 'page', type: 'document', title: 'Lamps', slug: 'lamps', urls: {} });
const theirs: PageVersion = { revision: 'r1', text: 'theirs', fields };

type Kind = SaveState['kind'];

const kinds: readonly Kind[] = ['saved', 'changed', 'saving', 'failed', 'conflict'];

/** A status that shows a state: a save runs while it is `saving`, and a version conflicts in `conflict`. */
function statusOf(kind: Kind, more: Partial<SessionStatus> = {}): SessionStatus {
  const saveState: SaveState =
    kind === 'failed' ? { kind, reason: 'refused', message: 'Too long.' } : { kind };
  return {
    ...initialStatus(false),
    saveState,
    run: kind === 'saving' ? 'running' : 'idle',
    theirs: kind === 'conflict' ? theirs : null,
    ...more,
  };
}

const kindAfter = (status: SessionStatus, event: SessionEvent): Kind =>
  nextStatus(status, event).saveState.kind;

/** The state after an event in each of `kinds`. */
const rows: [SessionEvent, readonly Kind[]][] = [
  [{ type: 'typed' }, ['changed', 'changed', 'saving', 'changed', 'conflict']],
  [{ type: 'compared', isUnchanged: true }, ['saved', 'saved', 'saving', 'saved', 'conflict']],
  [{ type: 'compared', isUnchanged: false }, ['changed', 'changed', 'saving', 'changed', 'conflict']],
  [{ type: 'draftDeleted' }, ['saved', 'saved', 'saving', 'failed', 'conflict']],
  [{ type: 'saveRequested' }, kinds],
  [{ type: 'passStarted' }, kinds],
  [{ type: 'sendStarted' }, kinds.map(() => 'saving')],
  [{ type: 'saved', isUnchanged: true }, kinds.map(() => 'saved')],
  [{ type: 'saved', isUnchanged: false }, kinds.map(() => 'changed')],
  [{ type: 'nothingToSend' }, kinds.map(() => 'saved')],
  [{ type: 'failed', reason: 'closed', message: 'Merged.' }, kinds.map(() => 'failed')],
  [{ type: 'saveEnded' }, kinds],
  [{ type: 'rebased' }, kinds],
  [{ type: 'conflicted', theirs }, kinds.map(() => 'conflict')],
  [{ type: 'resolved' }, kinds.map(() => 'changed')],
  [{ type: 'discarded' }, kinds.map(() => 'saved')],
  [{ type: 'abandoned' }, kinds],
];

const events: readonly SessionEvent[] = [
  ...rows.map(([event]) => event),
  { type: 'failed', reason: 'unreachable', message: '' },
];

describe('the status of an edit session', () => {
  it.each(rows)('follows the table on %o', (event, expected) => {
    expect(kinds.map((kind) => kindAfter(statusOf(kind), event))).toEqual(expected);
  });

  it('begins as changed with the text of an earlier visit', () => {
    expect([initialStatus(true).saveState.kind, initialStatus(false).saveState.kind]).toEqual([
      'changed',
      'saved',
    ]);
  });

  it('still says why nothing is saved when somebody types while a retry is planned', () => {
    const failed = nextStatus(statusOf('changed'), {
      type: 'failed',
      reason: 'unreachable',
      message: 'Down.',
    });
    expect(nextStatus(failed, { type: 'typed' }).saveState).toEqual({
      kind: 'failed',
      reason: 'unreachable',
      message: 'Down.',
    });
  });

  it('does not say that a text is changed again while its save runs', () => {
    expect(kindAfter(statusOf('saved', { run: 'running' }), { type: 'typed' })).toBe('saved');
  });

  it('counts failures to reach the server, until it answers or the text is given up', () => {
    const down: SessionEvent = { type: 'failed', reason: 'unreachable', message: '' };
    const twice = nextStatus(nextStatus(statusOf('saving'), down), down);
    expect(twice.failures).toBe(2);
    const answers: readonly SessionEvent[] = [
      { type: 'saved', isUnchanged: true },
      { type: 'nothingToSend' },
      { type: 'failed', reason: 'refused', message: '' },
      { type: 'discarded' },
    ];
    expect(answers.map((event) => nextStatus(twice, event).failures)).toEqual([0, 0, 0, 0]);
  });

  it('runs one save at a time, and another one for what was requested during it', () => {
    const runAfter = (...types: ('saveRequested' | 'passStarted' | 'saveEnded')[]) =>
      types.reduce<SessionStatus>((status, type) => nextStatus(status, { type }), statusOf('changed')).run;
    expect(runAfter('saveRequested')).toBe('running');
    expect(runAfter('saveRequested', 'saveRequested')).toBe('again');
    expect(runAfter('saveRequested', 'saveRequested', 'saveRequested')).toBe('again');
    expect(runAfter('saveRequested', 'saveRequested', 'passStarted')).toBe('running');
    expect(runAfter('saveRequested', 'saveRequested', 'saveEnded')).toBe('idle');
    expect(runAfter('passStarted')).toBe('idle');
  });

  it('ends a conflict by a new base, a decision or a save only', () => {
    const ending = events.filter((event) => nextStatus(statusOf('conflict'), event).theirs === null);
    expect([...new Set(ending.map(({ type }) => type))]).toEqual([
      'saved',
      'rebased',
      'resolved',
      'discarded',
    ]);
  });

  it('starts no save once it is abandoned', () => {
    const status = nextStatus(statusOf('changed'), { type: 'abandoned' });
    expect(nextStatus(status, { type: 'saveRequested' }).run).toBe('idle');
  });

  it('shows typing at once, unless a save, a retry or a decision ends it, whatever happened before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (history) => {
        const before = history.reduce(nextStatus, initialStatus(false));
        const isShown = isIdle(before) && before.failures === 0;
        expect(kindAfter(before, { type: 'typed' })).toBe(isShown ? 'changed' : before.saveState.kind);
      }),
    );
  });
});
