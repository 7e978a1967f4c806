import { Check, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StructureDraftChange } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { RequestId } from '#src/components/errors/request-id.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { firstSuggestedTime, ScheduleField } from '#src/domain/snooze/schedule-field.tsx';
import { exactTime, formatCount } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Time } from '#src/ui/time.tsx';
import { approvalChoice, describeApprovals } from './draft-approvals.ts';
import { newChanges, rememberSeen, seenAt } from './draft-news.ts';
import { withDependents } from './drafted-structure.ts';
import type { DraftMode } from './use-draft.ts';

interface DraftDialogProps {
  mode: DraftMode;
  siteId: string;
  /** Why nothing can be changed; undefined if it can. */
  readOnly: string | undefined;
  onClose: () => void;
}

/** The open dialog of the draft. */
export function DraftDialogs({ dialog, ...props }: DraftDialogProps & { dialog: 'changes' | 'schedule' }) {
  return dialog === 'changes' ? <ChangesDialog {...props} /> : <ScheduleDialog {...props} />;
}

/** Lists the changes in words, the first one first. */
function ChangesDialog({ mode, siteId, readOnly, onClose }: DraftDialogProps) {
  const { draft, actions } = mode;
  const [seen] = useState(() => seenAt(siteId));
  useEffect(() => rememberSeen(siteId, draft), [siteId, draft]);
  const fresh = new Set(newChanges(draft, seen).map(({ id }) => id));
  const remove = (change: StructureDraftChange) => {
    const gone = withDependents(draft.changes, [change.id]);
    const ids = gone.map(({ id }) => id);
    if (gone.length === 1) return void actions.remove(ids).catch(toastFailure);
    void confirm({
      title: `Remove ${formatCount(gone.length, 'change')} from the draft?`,
      confirmLabel: 'Remove changes',
      impact: () => Promise.resolve(gone.map(({ summary }) => `${summary}.`)),
      action: () => actions.remove(ids),
    });
  };
  const denial =
    readOnly ?? (draft.schedule ? 'The draft is scheduled. End its schedule to change it.' : undefined);
  return (
    <Dialog
      title="Changes of the draft"
      description={`They are made in this order. ${describeApprovals(draft) ?? ''}`.trim()}
      onClose={onClose}
      footer={
        actions.isShared && (
          <>
            <ApproveButton mode={mode} readOnly={readOnly} />
            <Button onClick={onClose}>Close</Button>
          </>
        )
      }
    >
      {draft.changes.length === 0 ? (
        <EmptyState title="No changes yet">Move, rename, add or remove items in the tree.</EmptyState>
      ) : (
        <ol aria-label="Changes" className="flex flex-col">
          {draft.changes.map((change) => (
            <li key={change.id} className="flex items-start gap-2 border-b border-line py-2 last:border-0">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {change.summary}
                <span className="block text-xs text-ink-soft">
                  {actions.isShared && <>{change.createdBy.displayName}, </>}
                  <Time value={change.createdAt} />
                </span>
              </span>
              {fresh.has(change.id) && <Badge tone="accent">New</Badge>}
              <IconButton
                label={`Remove from the draft: ${change.summary}`}
                size="small"
                disabledReason={denial}
                onClick={() => remove(change)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

/** Approves the draft, or takes that back. */
function ApproveButton({ mode: { draft, actions }, readOnly }: Pick<DraftDialogProps, 'mode' | 'readOnly'>) {
  const { choice, denial } = approvalChoice(draft);
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    setPending(true);
    try {
      await (choice === 'approve' ? actions.approve() : actions.withdrawApproval());
      toast(choice === 'approve' ? 'Approved the draft' : 'Took the approval back');
    } catch (error) {
      toastFailure(error);
    }
    setPending(false);
  };
  return (
    <Button
      icon={choice === 'approve' ? <Check /> : <Undo2 />}
      pending={isPending}
      disabledReason={readOnly ?? denial}
      onClick={() => void submit()}
    >
      {choice === 'approve' ? 'Approve' : 'Take back approval'}
    </Button>
  );
}

/** Chooses when the draft is applied. */
function ScheduleDialog({ mode, onClose }: DraftDialogProps) {
  const [text, setText] = useState(firstSuggestedTime);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const submit = async () => {
    const at = new Date(text);
    const isFuture = at > new Date();
    setError(isFuture ? undefined : 'Enter a time in the future.');
    setFailure(null);
    if (!isFuture || isPending) return;
    setPending(true);
    try {
      await mode.actions.schedule(at);
      toast(`The draft is applied ${exactTime(at.toISOString())}`);
      onClose();
    } catch (reason) {
      setFailure(reason);
      setPending(false);
    }
  };
  return (
    <Dialog
      title="Schedule the draft"
      description="It is applied as by you, with what you may do then. Until then nobody can change it. If it can’t be applied, everybody who contributed is told."
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" pending={isPending} onClick={() => void submit()}>
            Schedule
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ScheduleField value={text} onChange={setText} error={error} />
        {failure !== null && (
          <Callout tone="danger" urgent>
            {errorMessage(failure)}
            <RequestId error={failure} />
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
