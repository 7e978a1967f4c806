import { type Query, useIsFetching } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, GitMerge } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentConflict, ContentConflicts } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { isNamedBy } from '#src/api/queries.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { countOf } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { ChangeRequestActions, Target } from '../change-request-actions.ts';
import { changeRequestRefreshes } from '../change-request-query.ts';
import type { Refusals } from '../refusals.ts';
import { ConflictPage } from './conflict-page.tsx';
import { canTakeSide, editsOf, isDeletion, mostAtOnce, type Resolution, startingText } from './resolution.ts';
import { useSettling } from './use-settling.ts';

interface ConflictsEditorProps {
  target: Target;
  refusals: Refusals;
  actions: ChangeRequestActions;
  found: ContentConflicts;
  /** The page that is shown; the first where the address names none. */
  page: string | undefined;
  onPage: (page: string) => void;
  /** Called when all was written. */
  onSettled: () => void;
}

const isAboutConflicts = ({ queryKey }: Query) =>
  isNamedBy('getChangeRequestConflicts', queryKey) || isNamedBy('getChangeRequest', queryKey);

/** The conflicts of a change request, page by page, and the way to settle them. */
export function ConflictsEditor(props: ConflictsEditorProps) {
  const { target, refusals, actions, found, page, onPage, onSettled } = props;
  const { path, changeRequest } = target;
  const { conflicts } = found;
  const merged = useRef<HTMLElement>(null);
  const settling = useSettling(changeRequest.id, found);
  const write = useApiMutation(editChangeRequestContentMutation(), { refreshes: changeRequestRefreshes });
  // After a refusal, until it is known what has changed: sent again before, it would be refused again.
  const readsAgain = useIsFetching({ predicate: isAboutConflicts }) > 0 && write.error?.status === 409;
  const isBusy = write.isPending || readsAgain;
  const shown = conflicts.find((conflict) => conflict.page === page) ?? conflicts[0];
  const open = conflicts.filter((conflict) => !settling.settled[conflict.page]).length;
  const edits = editsOf(conflicts, settling.settled);
  const refusal = refusals.edit ?? (open > 0 && `${countOf(open, 'page')} still unresolved.`);
  const tooMany = conflicts.length > mostAtOnce && `You can resolve at most ${mostAtOnce} pages at once.`;

  const save = async (): Promise<boolean> => {
    if (!edits) return false;
    const body = { changes: edits, revision: changeRequest.revision, resolves: found.spaceRevision };
    const written = await write.mutateAsync({ path, body }).catch(() => null);
    if (!written) return false;
    settling.drop();
    toast(`Resolved ${countOf(conflicts.length, 'conflict')}`);
    return true;
  };
  const saveAndMerge = async () => {
    if (!(await save())) return;
    await actions.merge(target);
    onSettled();
  };

  const step = (by: number) => {
    const at = conflicts.findIndex((conflict) => conflict === shown);
    const next = conflicts[at + by];
    if (next) onPage(next.page);
  };
  const writeMerged = (conflict: ContentConflict) => {
    flushSync(() => settling.resolve(conflict.page, { kind: 'edited', ...startingText(conflict) }));
    merged.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  const settle = (conflict: ContentConflict | undefined, kind: Resolution['kind']) => {
    if (!conflict) return;
    if (kind !== 'edited' && kind !== 'change-request' && !canTakeSide(conflict)) return;
    if (kind === 'base' && (!conflict.base || isDeletion(conflict))) return;
    if (kind === 'edited') return writeMerged(conflict);
    settling.resolve(conflict.page, { kind });
  };
  useShortcuts([
    { keys: ']', label: 'Next page with conflicts', group: 'Editing', run: () => step(1) },
    { keys: '[', label: 'Previous page with conflicts', group: 'Editing', run: () => step(-1) },
    { keys: '0', label: 'Use original version', group: 'Editing', run: () => settle(shown, 'base') },
    { keys: '1', label: 'Use current version', group: 'Editing', run: () => settle(shown, 'space') },
    {
      keys: '2',
      label: 'Use this change request’s version',
      group: 'Editing',
      run: () => settle(shown, 'change-request'),
    },
    { keys: '3', label: 'Edit manually', group: 'Editing', run: () => settle(shown, 'edited') },
  ]);

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <nav aria-label="Pages with conflicts">
        <ul className="space-y-0.5">
          {conflicts.map((conflict) => (
            <li key={conflict.page}>
              <PageButton
                conflict={conflict}
                isSettled={settling.settled[conflict.page] !== undefined}
                isShown={conflict === shown}
                onSelect={() => onPage(conflict.page)}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-4">
        {write.error && !readsAgain && (
          <Callout
            tone="danger"
            urgent
            title={
              write.error.status === 409
                ? 'The space or the change request has changed'
                : 'Couldn’t resolve the conflicts'
            }
          >
            {write.error.message} {write.error.status === 409 && 'Your edits are kept.'}
          </Callout>
        )}
        {shown && (
          <ConflictPage
            key={shown.page}
            conflict={shown}
            resolution={settling.settled[shown.page]}
            asksAgain={settling.asksAgain.includes(shown.page)}
            onResolve={(resolution) => settling.resolve(shown.page, resolution)}
            onWrite={() => writeMerged(shown)}
            merged={merged}
          />
        )}
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas py-3">
          <span className="mr-auto text-ink-soft tabular-nums">
            {conflicts.length - open} of {countOf(conflicts.length, 'page')} resolved
          </span>
          <Button
            pending={isBusy}
            disabledReason={tooMany || refusal}
            onClick={() => void save().then((saved) => saved && onSettled())}
          >
            Save
          </Button>
          <Button
            tone="primary"
            icon={<GitMerge />}
            pending={isBusy}
            disabledReason={tooMany || refusal || refusals.merge}
            onClick={() => void saveAndMerge()}
          >
            Save and merge
          </Button>
        </div>
      </div>
    </div>
  );
}

interface PageButtonProps {
  conflict: ContentConflict;
  isSettled: boolean;
  isShown: boolean;
  onSelect: () => void;
}

function PageButton({ conflict, isSettled, isShown, onSelect }: PageButtonProps) {
  const Icon = isSettled ? CircleCheck : CircleDashed;
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      className="flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-hover aria-current:bg-hover aria-current:font-medium"
      onClick={onSelect}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${isSettled ? 'text-success-ink' : 'text-ink-soft'}`}
      />
      <bdi className="min-w-0 truncate">{conflict.title}</bdi>
      <span className="sr-only">{isSettled ? 'resolved' : 'unresolved'}</span>
    </button>
  );
}
