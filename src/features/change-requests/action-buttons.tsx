import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  CalendarClock,
  Download,
  Ellipsis,
  FileText,
  GitPullRequestArrow,
  MessageSquareCheck,
  Pencil,
  RefreshCw,
  Undo2,
  UserPlus,
  ShieldOff,
} from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { type Shortcut, useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { ChangeRequestActions, Target } from './actions.ts';
import './change-request.css';
import { usePlansMerges } from './capabilities.ts';
import type { Check } from './checks.ts';
import { isUnfinished, isEmpty, nothingToMerge, type DenialReasons, noUndoReason } from './labels.ts';
import type { DialogName } from './queries.ts';
import { mergeStateOf } from './readiness.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/viewed.ts';

const noShortcuts: readonly Shortcut[] = [];

/** Shortcuts of a change request: E archives, U updates, M merges, R reviews. */
export function useChangeRequestKeys(
  target: Target | null,
  actions: ChangeRequestActions,
  onReview: () => void,
  onDone: (key: 'e' | 'u' | 'm') => void = () => {},
): void {
  const run = async (key: 'e' | 'u' | 'm', act: (on: Target) => Promise<boolean>) => {
    if (target && (await act(target))) onDone(key);
  };
  const review = async () => {
    if (target && (await actions.mayReview(target))) onReview();
  };
  const archive = (on: Target) =>
    actions.setStatus(on, on.changeRequest.status === 'archived' ? 'open' : 'archived');
  const offered: Shortcut[] = [
    { keys: 'e', label: 'Archive or reopen', group: 'Editing', run: () => void run('e', archive) },
    { keys: 'u', label: 'Update from space', group: 'Editing', run: () => void run('u', actions.update) },
    { keys: 'm', label: 'Merge', group: 'Editing', run: () => void run('m', actions.merge) },
    { keys: 'r', label: 'Review', group: 'Editing', run: () => void review() },
  ];
  useShortcuts(target ? offered : noShortcuts);
}

const ReviewDialog = lazyPart(async () => ({
  default: (await import('./reviews/review-dialog.tsx')).ReviewDialog,
}));
const ReviewersDialog = lazyPart(async () => ({
  default: (await import('./reviews/reviewers-dialog.tsx')).ReviewersDialog,
}));

const BypassDialog = lazyPart(async () => ({
  default: (await import('./bypass-dialog.tsx')).BypassDialog,
}));

const PlanDialog = lazyPart(async () => ({
  default: (await import('./planned/plan-dialog.tsx')).PlanDialog,
}));

const JoinedParagraphs = lazyPart(async () => ({
  default: (await import('./overview/joined-paragraphs.tsx')).JoinedParagraphs,
}));

const DescriptionForm = lazyPart(async () => ({
  default: (await import('./overview/description-form.tsx')).DescriptionForm,
}));

const ReplaceDialog = lazyPart(async () => ({
  default: (await import('./replace/replace-dialog.tsx')).ReplaceDialog,
}));

interface ChangeRequestDialogsProps {
  organizationId: string;
  dialog: DialogName | undefined;
  target: Target;
  actions: ChangeRequestActions;
  onClose: () => void;
  /** Called after a review was submitted. */
  onReviewed?: () => void;
}

/** The dialog named in the URL, loaded when first opened. */
export function ChangeRequestDialogs({
  organizationId,
  dialog,
  target,
  actions,
  onClose,
  onReviewed,
}: ChangeRequestDialogsProps) {
  return (
    <Suspense>
      {dialog === 'review' && <ReviewDialog target={target} onClose={onClose} onDone={onReviewed} />}
      {dialog === 'reviewers' && (
        <ReviewersDialog organizationId={organizationId} target={target} onClose={onClose} />
      )}
      {dialog === 'open' && (
        <ReviewersDialog
          organizationId={organizationId}
          target={target}
          onOpen={actions.open}
          onClose={onClose}
        />
      )}
      {dialog === 'bypass' && (
        <BypassDialog organizationId={organizationId} target={target} onClose={onClose} />
      )}
      {dialog === 'plan' && <PlanDialog target={target} onClose={onClose} />}
      {dialog === 'paragraphs' && <JoinedParagraphs path={target.path} onClose={onClose} />}
      {dialog === 'description' && <DescriptionForm path={target.path} onClose={onClose} />}
      {dialog === 'replace' && <ReplaceDialog target={target} onClose={onClose} />}
    </Suspense>
  );
}

interface ActionButtonsProps {
  target: Target;
  denialReasons: DenialReasons;
  actions: ChangeRequestActions;
  checks: readonly Check[];
  /** False where another button is the main step of the screen. */
  isMainStep?: boolean;
  onOpenDialog: (dialog: 'review' | 'reviewers' | 'open' | 'bypass' | 'plan') => void;
  /** Whether the person may merge although rules are not met. */
  canBypass?: boolean;
  /** Renames in place, where the screen supports it. */
  onRename?: () => void;
  /** More menu entries. */
  more: readonly MenuEntry[];
  /** Shown after the menu. */
  children?: ReactNode;
}

/** Buttons of a change request. Disabled ones give the reason; of a closed one only those are left that can be used. */
export function ActionButtons(props: ActionButtonsProps) {
  const { target, denialReasons, actions, more, children } = props;
  const { changeRequest } = target;
  const isClosed = !isUnfinished(changeRequest);
  const plansMerges = usePlansMerges();
  const canUndoMerges = denialReasons.undo !== noUndoReason;
  const print = {
    label: 'Export as PDF',
    kind: 'view',
    icon: <FileText />,
    onSelect: () => void actions.print(target),
  } as const;
  const exportFiles = {
    label: 'Export as Markdown',
    kind: 'view',
    icon: <Download />,
    onSelect: () => void actions.exportFiles(target),
  } as const;
  const exports = denialReasons.exportFiles === undefined ? [print, exportFiles] : [print];
  const undo = {
    label: 'Undo this merge…',
    kind: 'destructive' as const,
    icon: <Undo2 />,
    disabledReason: denialReasons.undo,
    onSelect: () => void actions.undoMerge(target),
  };
  const entries = (): MenuEntry[] =>
    isClosed
      ? [...more, ...exports, ...(changeRequest.status === 'merged' && canUndoMerges ? [undo] : [])]
      : [...more, ...editEntries(props, plansMerges), ...exports, ...statusEntries(props)];
  return (
    <>
      <MenuIconButton label="More actions" align="end" entries={entries}>
        <Ellipsis />
      </MenuIconButton>
      {children}
      {!isClosed && <UnfinishedButtons {...props} />}
      {/* For an unknown status, it can't be decided whether the change request can be reopened. */}
      {changeRequest.status === 'archived' && denialReasons.reopen === undefined && (
        <Button icon={<Undo2 />} onClick={() => void actions.setStatus(target, 'open')}>
          Reopen
        </Button>
      )}
    </>
  );
}

/**
 * Buttons of an open change request. Drafts have "Open for review" as the primary action, others "Merge" once
 * all checks have passed. The button keeps its name on each tab, because only the overview fetches the
 * checks; the confirmation lists the reasons against a merge.
 */
function UnfinishedButtons(props: ActionButtonsProps) {
  const { target, denialReasons, actions, checks, isMainStep = true, onOpenDialog } = props;
  const { path, changeRequest } = target;
  const isDraft = changeRequest.status === 'draft';
  // Fetched by the list of changes. Without that list, the merge action checks it itself.
  const { data: changes } = useQuery({ ...changesOf(path, changePreviewLimit), enabled: false });
  const { state, problems } = mergeStateOf(checks);
  const mergeDenial =
    denialReasons.merge ??
    ((isEmpty(changes) && nothingToMerge) || (state === 'blocked' && describeBlocking(problems)));
  const isReady = state === 'ready' && isMainStep && !isDraft && !mergeDenial;
  return (
    <>
      <Button
        icon={<RefreshCw />}
        disabledReason={denialReasons.edit ?? (!changeRequest.outdated && 'Already up to date.')}
        onClick={() => void actions.update(target)}
      >
        Update
      </Button>
      <Button
        icon={<MessageSquareCheck />}
        data-keywords="approve request changes comment"
        disabledReason={denialReasons.review}
        onClick={() => onOpenDialog('review')}
      >
        Review
      </Button>
      <Button
        tone={isReady ? 'primary' : 'neutral'}
        className="merge-button"
        disabledReason={mergeDenial}
        onClick={() => void actions.merge(target)}
      >
        Merge
      </Button>
      {isDraft && (
        <Button
          tone={isMainStep ? 'primary' : 'neutral'}
          icon={<GitPullRequestArrow />}
          disabledReason={denialReasons.edit}
          onClick={() => onOpenDialog('open')}
        >
          Open for review
        </Button>
      )}
    </>
  );
}

/** All reasons against a merge, with what to do about the first. */
function describeBlocking(problems: readonly Check[]): string {
  const summaries = problems.map(({ summary }) => `${summary}.`).join(' ');
  return `${summaries} ${problems[0]?.hint ?? ''}`;
}

/** Entries of one that is not closed. */
function editEntries(
  { denialReasons, onOpenDialog, onRename }: ActionButtonsProps,
  plansMerges: boolean,
): MenuEntry[] {
  const disabledReason = denialReasons.edit;
  return [
    ...(onRename ? [{ label: 'Rename', icon: <Pencil />, disabledReason, onSelect: onRename }] : []),
    {
      label: 'Request review…',
      icon: <UserPlus />,
      disabledReason,
      onSelect: () => onOpenDialog('reviewers'),
    },
    ...(plansMerges
      ? [
          {
            label: 'Merge later…',
            icon: <CalendarClock />,
            disabledReason: denialReasons.merge,
            onSelect: () => onOpenDialog('plan'),
          },
        ]
      : []),
  ];
}

/** The last entries of one that is not closed. */
function statusEntries(props: ActionButtonsProps): MenuEntry[] {
  const { target, denialReasons, actions, canBypass = false, onOpenDialog } = props;
  const disabledReason = denialReasons.edit;
  const set = (to: 'draft' | 'archived') => () => void actions.setStatus(target, to);
  const toDraft = { label: 'Convert to draft', icon: <Undo2 />, disabledReason, onSelect: set('draft') };
  return [
    'separator',
    ...(canBypass
      ? [
          {
            label: 'Merge against the rules…',
            kind: 'destructive' as const,
            icon: <ShieldOff />,
            onSelect: () => onOpenDialog('bypass'),
          },
        ]
      : []),
    ...(target.changeRequest.status === 'open' ? [toDraft] : []),
    { label: 'Archive', kind: 'destructive', icon: <Archive />, disabledReason, onSelect: set('archived') },
  ];
}
