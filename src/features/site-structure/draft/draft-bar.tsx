import { CalendarClock, Ellipsis, List, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { confirm } from '#src/components/confirm/confirm.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { exactTime, formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { describeApprovals } from './draft-approvals.ts';
import { seenAt, newChanges } from './draft-news.ts';
import type { DraftMode } from './use-draft.ts';

const DraftDialogs = lazyPart(async () => ({ default: (await import('./draft-dialogs.tsx')).DraftDialogs }));

interface DraftBarProps {
  mode: DraftMode;
  siteId: string;
  isPublished: boolean;
  /** Why nothing can be changed; undefined if it can. */
  readOnly: string | undefined;
}

const MAX_LISTED = 12;

/** What applying a draft does, one sentence each. */
function applyImpact({ draft, actions }: DraftMode, isPublished: boolean): string[] {
  const listed = draft.changes.slice(0, MAX_LISTED).map(({ summary }) => `${summary}.`);
  const rest = draft.changes.length - listed.length;
  const approved = describeApprovals(draft);
  return [
    ...listed,
    ...(rest > 0 ? [`And ${formatCount(rest, 'more change')}.`] : []),
    ...(approved === undefined ? [] : [approved]),
    ...(isPublished ? ['The site is published. Visitors see the changes at once.'] : []),
    actions.isShared
      ? 'Either all changes are made or none.'
      : 'This server takes them one after another. The first one that it refuses ends it; those before stay made.',
  ];
}

function confirmApply(mode: DraftMode, isPublished: boolean): void {
  void confirm({
    title: `Apply the draft of ${formatCount(mode.draft.changes.length, 'change')}?`,
    confirmLabel: 'Apply draft',
    impact: () => Promise.resolve(applyImpact(mode, isPublished)),
    action: mode.apply,
  }).then((applied) => applied && toast('Applied the draft'));
}

function confirmDiscard({ draft, actions }: DraftMode): void {
  void confirm({
    title: `Discard the draft of ${formatCount(draft.changes.length, 'change')}?`,
    body: 'Nothing of the site changes. You can’t undo this.',
    confirmLabel: 'Discard draft',
    tone: 'danger',
    action: actions.discard,
  }).then((discarded) => discarded && toast('Discarded the draft'));
}

/** The state of the draft above the tree, and what is done with it. */
export function DraftBar({ mode, siteId, isPublished, readOnly }: DraftBarProps) {
  const { draft, actions } = mode;
  const [dialog, setDialog] = useState<'changes' | 'schedule' | null>(null);
  const count = draft.changes.length;
  const news = newChanges(draft, seenAt(siteId)).length;
  const approved = describeApprovals(draft);
  const empty = count === 0 ? (mode.denial ?? 'The draft has no changes.') : undefined;
  return (
    <section
      aria-label="Draft"
      className="flex flex-wrap items-center gap-2 border-b border-info-line bg-info-soft px-3 py-1.5"
    >
      <p className="min-w-40 flex-1 text-pretty max-sm:basis-full">
        {describeDraft(mode)}
        {approved !== undefined && <> {approved}</>}
        {news > 0 && <strong> {formatCount(news, 'new change')} of others.</strong>}
      </p>
      <Button size="small" icon={<List />} aria-haspopup="dialog" onClick={() => setDialog('changes')}>
        Changes
      </Button>
      {draft.schedule ? (
        <Button
          size="small"
          disabledReason={readOnly}
          onClick={() => void actions.unschedule().then(() => toast('Ended the schedule'), toastFailure)}
        >
          End schedule
        </Button>
      ) : (
        <Button
          size="small"
          tone="primary"
          disabledReason={readOnly ?? empty}
          onClick={() => confirmApply(mode, isPublished)}
        >
          Apply…
        </Button>
      )}
      <DraftMenu mode={mode} denial={readOnly ?? empty} onSchedule={() => setDialog('schedule')} />
      {draft.problem && (
        <p role="status" className="basis-full text-danger-ink">
          The draft could not be applied at its time. {draft.problem.message}
        </p>
      )}
      <Suspense>
        {dialog && (
          <DraftDialogs
            mode={mode}
            siteId={siteId}
            readOnly={readOnly}
            dialog={dialog}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

interface DraftMenuProps {
  mode: DraftMode;
  /** Why nothing can be done with the draft; undefined if it can. */
  denial: string | undefined;
  onSchedule: () => void;
}

function DraftMenu({ mode, denial, onSchedule }: DraftMenuProps) {
  const notKept = !mode.actions.isShared && 'This server doesn’t keep drafts, so it can’t apply one.';
  return (
    <MenuIconButton
      label="More actions for the draft"
      size="small"
      align="end"
      entries={() => [
        {
          label: 'Schedule…',
          icon: <CalendarClock />,
          disabledReason: denial ?? notKept,
          onSelect: onSchedule,
        },
        {
          label: 'Discard…',
          icon: <Trash2 />,
          tone: 'danger',
          disabledReason: denial,
          onSelect: () => confirmDiscard(mode),
        },
      ]}
    >
      <Ellipsis />
    </MenuIconButton>
  );
}

function describeDraft({ draft, denial, actions }: DraftMode): string {
  const { changes, schedule } = draft;
  if (denial !== undefined && !schedule) return denial;
  if (schedule) return `The draft is applied ${exactTime(schedule.at)}, as by ${schedule.user.displayName}.`;
  if (changes.length === 0)
    return actions.isShared
      ? 'What you change here is gathered in a draft that all editors share.'
      : 'What you change here is gathered in a draft in this browser.';
  return `${formatCount(changes.length, 'change')} in the draft. The site is as before.`;
}
