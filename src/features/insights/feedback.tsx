import { Check, CircleSlash, MessageCircleQuestion, RotateCcw } from 'lucide-react';
import {
  listPageFeedbackInfiniteOptions,
  updatePageFeedbackMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, PageFeedback, PageFeedbackState } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { Section } from '#src/components/layout/record.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import type { SitePath } from './queries.ts';

/** The answers of readers in a state. */
export const feedbackOf = ({ organizationId, siteId }: SitePath, state: PageFeedbackState) =>
  pagedOptions(
    listPageFeedbackInfiniteOptions({
      path: { organizationId, siteId },
      query: { limit: pageSize, state },
    }),
  );

const states = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
  { value: 'dismissed', label: 'Dismissed' },
] as const satisfies readonly { value: PageFeedbackState; label: string }[];

const changes = [
  { state: 'done', label: 'Mark as done', icon: <Check />, message: 'The answer is done' },
  { state: 'dismissed', label: 'Dismiss', icon: <CircleSlash />, message: 'The answer is dismissed' },
  { state: 'open', label: 'Open again', icon: <RotateCcw />, message: 'The answer is open again' },
] as const;

const pageOf = ({ pageTitle }: PageFeedback) => pageTitle ?? 'A page that you can’t see';

const columns: readonly Column<PageFeedback>[] = [
  { id: 'page', header: 'Page', cell: pageOf, tip: ({ pagePath }) => pagePath },
  {
    id: 'sentence',
    header: 'What readers say',
    grow: true,
    phone: 'meta',
    cell: ({ sentence }) => sentence ?? '–',
    tip: ({ sentence }) => sentence,
  },
  {
    id: 'helpful',
    header: 'Helpful',
    width: '6rem',
    phone: 'aside',
    cell: ({ helpful }) => (
      <Badge tone={helpful ? 'success' : 'warning'}>{helpful ? 'Helpful' : 'Not helpful'}</Badge>
    ),
  },
  timeColumn({ id: 'sent', header: 'Sent', from: 'md', phone: 'hidden', time: ({ createdAt }) => createdAt }),
];

interface FeedbackListProps {
  path: SitePath;
  organization: Organization;
  state: PageFeedbackState;
  onState: (state: PageFeedbackState) => void;
}

/** What readers said about pages, in one state. */
export function FeedbackList({ path, organization, state, onState }: FeedbackListProps) {
  const { mutateAsync: update } = useApiMutation(updatePageFeedbackMutation(), {
    invalidates: [{ operation: 'listPageFeedback', path: { ...path } }],
  });
  const disabledReason = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const menuOf = (feedback: PageFeedback): MenuEntry[] =>
    changes
      .filter((change) => change.state !== feedback.state)
      .map(({ label, icon, state: next, message }) => ({
        label,
        icon,
        disabledReason,
        onSelect: () =>
          void update({ path: { ...path, feedbackId: feedback.id }, body: { state: next } })
            .then(() => toast(message))
            .catch(toastFailure),
      }));
  return (
    <Section title="Feedback">
      <Select aria-label="State of answers" options={states} value={state} onChange={onState} />
      <ListSection query={feedbackOf(path, state)} isStale={false}>
        {(list) => (
          <DataTable
            label="Feedback"
            noun="answer"
            list={list}
            columns={columns}
            rowId={({ id }) => id}
            rowName={pageOf}
            rowMenu={menuOf}
            empty={
              <EmptyState icon={<MessageCircleQuestion />} title={`No ${state} answers`}>
                When pages ask if they were helpful, what readers answer appears here.
              </EmptyState>
            }
          />
        )}
      </ListSection>
    </Section>
  );
}
