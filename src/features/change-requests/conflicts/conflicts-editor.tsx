import { type Query, useIsFetching } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, GitMerge } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentConflict, ContentConflicts, FileConflict } from '#api/generated/types.gen.ts';
import type { ApiError } from '#src/api/errors.ts';
import { useApiMutation, matchesTarget } from '#src/api/queries.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import type { ChangeRequestActions, Target } from '../actions.ts';
import type { DenialReasons } from '../labels.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { ConflictFile } from './conflict-file.tsx';
import { type ConflictLayout, ConflictPage } from './conflict-page.tsx';
import { ConflictPaths } from './conflict-paths.tsx';
import {
  canTakeSide,
  type Conflict,
  conflictsOf,
  editsOf,
  idOf,
  isDeletion,
  maxEditsPerRequest,
  type Resolution,
  initialMergedText,
  carryOverResolutions,
  type Resolutions,
  titleOf,
} from './resolution.ts';

/** The ways to resolve a conflict, in the order of their keys. */
const versions = [
  ['base', 'Use original version'],
  ['space', 'Use current version'],
  ['change-request', 'Use this change request’s version'],
  ['edited', 'Edit manually'],
] as const;

interface ResolutionState {
  found: ContentConflicts;
  resolutions: Resolutions;
  stalePages: readonly string[];
}

/**
 * Resolutions of a change request's conflicts. They survive a reload; after a refetch, manual texts stay and changed
 * pages are marked stale.
 */
function useConflictResolutions(id: string, found: ContentConflicts) {
  const draftKey = `conflicts.${id}`;
  const [state, setState] = useState<ResolutionState>(() => ({
    found,
    resolutions: readFormDraft<Resolutions>(draftKey) ?? {},
    stalePages: [],
  }));
  if (state.found !== found) {
    setState({
      found,
      ...carryOverResolutions(conflictsOf(state.found), conflictsOf(found), state.resolutions),
    });
  }
  return {
    settled: state.resolutions,
    stalePages: state.stalePages,
    resolve(id: string, resolution: Resolution) {
      const resolutions = { ...state.resolutions, [id]: resolution };
      writeDraft(draftKey, JSON.stringify(resolutions));
      setState({
        ...state,
        resolutions,
        stalePages: state.stalePages.filter((other) => other !== id),
      });
    },
    drop: () => deleteDraft(draftKey),
  };
}

interface ConflictsEditorProps {
  target: Target;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  result: ContentConflicts;
  /** The open page or file; the first one by default. */
  page: string | undefined;
  onPage: (page: string) => void;
  layout: ConflictLayout;
  onLayout: (layout: ConflictLayout) => void;
  /** Called when everything was saved. */
  onResolved: () => void;
}

const isAboutConflicts = ({ queryKey }: Query) =>
  matchesTarget('getChangeRequestConflicts', queryKey) || matchesTarget('getChangeRequest', queryKey);

/** Saves all resolutions in one revision. */
function useSave({ path, changeRequest }: Target, result: ContentConflicts, resolutions: Resolutions) {
  const write = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
  });
  // After a 409, until the refetch is done: saving before would fail again.
  const isRefetching = useIsFetching({ predicate: isAboutConflicts }) > 0 && write.error?.status === 409;
  const conflicts = conflictsOf(result);
  return {
    isBusy: write.isPending || isRefetching,
    error: isRefetching ? null : write.error,
    /** Resolves to whether it succeeded. */
    save: async (): Promise<boolean> => {
      const edits = editsOf(conflicts, resolutions);
      if (!edits) return false;
      const body = { changes: edits, revision: changeRequest.revision, resolves: result.spaceRevision };
      const saved = await write.mutateAsync({ path, body }).catch(() => null);
      if (!saved) return false;
      toast(`Resolved ${formatCount(conflicts.length, 'conflict')}`);
      return true;
    },
  };
}

interface ConflictKeys {
  conflicts: readonly Conflict[];
  current: Conflict | undefined;
  onPage: ConflictsEditorProps['onPage'];
  resolve: (id: string, resolution: Resolution) => void;
  writeMerged: (conflict: ContentConflict) => void;
}

/** Keys that move between conflicts and resolve the current one. */
function useConflictKeys({ conflicts, current, onPage, resolve, writeMerged }: ConflictKeys): void {
  const step = (by: number) => {
    const at = conflicts.findIndex((conflict) => conflict === current);
    const next = conflicts[at + by];
    if (next) onPage(idOf(next));
  };
  const resolveFile = ({ file }: FileConflict, kind: Resolution['kind']) => {
    if (kind === 'space' || kind === 'change-request') resolve(file, { kind });
  };
  const resolveWith = (conflict: Conflict | undefined, kind: Resolution['kind']) => {
    if (!conflict) return;
    if (!('page' in conflict)) return resolveFile(conflict, kind);
    if (kind !== 'edited' && kind !== 'change-request' && !canTakeSide(conflict)) return;
    if (kind === 'base' && (!conflict.base || isDeletion(conflict))) return;
    if (kind === 'edited') return writeMerged(conflict);
    resolve(conflict.page, { kind });
  };
  useShortcuts([
    { keys: ']', label: 'Next page with conflicts', group: 'Editing', run: () => step(1) },
    { keys: '[', label: 'Previous page with conflicts', group: 'Editing', run: () => step(-1) },
    ...versions.map(([kind, label], at) => ({
      keys: String(at),
      label,
      group: 'Editing' as const,
      run: () => resolveWith(current, kind),
    })),
  ]);
}

/** Conflicts of a change request, one by one. */
export function ConflictsEditor(props: ConflictsEditorProps) {
  const { target, denialReasons, actions, result, page, onPage, onResolved } = props;
  const conflicts = conflictsOf(result);
  const isMixed = conflicts.length > result.conflicts.length;
  const merged = useRef<HTMLElement>(null);
  const resolutions = useConflictResolutions(target.changeRequest.id, result);
  const { isBusy, error, save } = useSave(target, result, resolutions.settled);
  const current = conflicts.find((conflict) => idOf(conflict) === page) ?? conflicts[0];
  const writeMerged = (conflict: ContentConflict) => {
    flushSync(() => resolutions.resolve(conflict.page, { kind: 'edited', ...initialMergedText(conflict) }));
    merged.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };
  useConflictKeys({ conflicts, current, onPage, resolve: resolutions.resolve, writeMerged });
  const saveAll = async (merge: boolean) => {
    if (!(await save())) return;
    resolutions.drop();
    if (merge) await actions.merge(target);
    onResolved();
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-aside-main">
      <nav aria-label={isMixed ? 'Content with conflicts' : 'Pages with conflicts'}>
        <ConflictList
          conflicts={conflicts}
          current={current}
          settled={resolutions.settled}
          onSelect={onPage}
        />
      </nav>
      <div className="min-w-0 space-y-4">
        {error && <SaveFailure error={error} />}
        {current && 'file' in current && (
          <ConflictFile
            key={current.file}
            conflict={current}
            resolution={resolutions.settled[current.file]}
            isStale={resolutions.stalePages.includes(current.file)}
            onResolve={(resolution) => resolutions.resolve(current.file, resolution)}
          />
        )}
        {current && 'page' in current && (
          <ConflictPaths key={current.page} path={target.path} conflict={current}>
            <ConflictPage
              conflict={current}
              resolution={resolutions.settled[current.page]}
              isStale={resolutions.stalePages.includes(current.page)}
              onResolve={(resolution) => resolutions.resolve(current.page, resolution)}
              onWrite={() => writeMerged(current)}
              merged={merged}
              layout={props.layout}
              onLayout={props.onLayout}
            />
          </ConflictPaths>
        )}
        <SaveBar
          noun={isMixed ? 'item' : 'page'}
          count={conflicts.length}
          unresolvedCount={conflicts.filter((conflict) => !resolutions.settled[idOf(conflict)]).length}
          denialReasons={denialReasons}
          isBusy={isBusy}
          onSave={(merge) => void saveAll(merge)}
        />
      </div>
    </div>
  );
}

interface ConflictListProps {
  conflicts: readonly Conflict[];
  current: Conflict | undefined;
  settled: Resolutions;
  onSelect: (id: string) => void;
}

function ConflictList({ conflicts, current, settled, onSelect }: ConflictListProps) {
  return (
    <ul className="space-y-0.5">
      {conflicts.map((conflict) => (
        <li key={idOf(conflict)}>
          <ConflictButton
            title={titleOf(conflict)}
            isResolved={settled[idOf(conflict)] !== undefined}
            isShown={conflict === current}
            onSelect={() => onSelect(idOf(conflict))}
          />
        </li>
      ))}
    </ul>
  );
}

interface ConflictButtonProps {
  title: string;
  isResolved: boolean;
  isShown: boolean;
  onSelect: () => void;
}

function ConflictButton({ title, isResolved, isShown, onSelect }: ConflictButtonProps) {
  const Icon = isResolved ? CircleCheck : CircleDashed;
  return (
    <button
      type="button"
      aria-current={isShown || undefined}
      className="flex min-h-9 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-hover aria-current:bg-hover aria-current:font-medium"
      onClick={onSelect}
    >
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 ${isResolved ? 'text-success-ink' : 'text-ink-soft'}`}
      />
      <bdi className="min-w-0 truncate">{title}</bdi>
      <span className="sr-only">{isResolved ? 'resolved' : 'unresolved'}</span>
    </button>
  );
}

function SaveFailure({ error }: { error: ApiError }) {
  const isStale = error.status === 409;
  return (
    <Callout
      tone="danger"
      urgent
      title={isStale ? 'The space or the change request has changed' : 'Couldn’t resolve the conflicts'}
    >
      {error.message} {isStale && 'Your edits are kept.'}
    </Callout>
  );
}

interface SaveBarProps {
  noun: string;
  count: number;
  unresolvedCount: number;
  denialReasons: DenialReasons;
  isBusy: boolean;
  onSave: (merge: boolean) => void;
}

function SaveBar({ noun, count, unresolvedCount, denialReasons, isBusy, onSave }: SaveBarProps) {
  const tooManyReason =
    count > maxEditsPerRequest && `You can resolve at most ${formatCount(maxEditsPerRequest, noun)} at once.`;
  const unresolvedReason = unresolvedCount > 0 && `${formatCount(unresolvedCount, noun)} still unresolved.`;
  const denialReason = tooManyReason || (denialReasons.edit ?? unresolvedReason);
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas py-3">
      <span className="mr-auto text-ink-soft tabular-nums">
        {formatNumber(count - unresolvedCount)} of {formatCount(count, noun)} resolved
      </span>
      <Button pending={isBusy} disabledReason={denialReason} onClick={() => onSave(false)}>
        Save
      </Button>
      <Button
        tone="primary"
        icon={<GitMerge />}
        pending={isBusy}
        disabledReason={denialReason || denialReasons.merge}
        onClick={() => onSave(true)}
      >
        Save and merge
      </Button>
    </div>
  );
}
