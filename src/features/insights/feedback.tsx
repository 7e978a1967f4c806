import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { Check, CircleSlash, MessageCircleQuestion, MessageSquarePlus, RotateCcw } from 'lucide-react';
import {
  createSpaceCommentMutation,
  listPageFeedbackInfiniteOptions,
  listSiteSpacesOptions,
  updatePageFeedbackMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, PageFeedback, PageFeedbackState, Space } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { Section } from '#src/components/layout/record.tsx';
import { timeColumn } from '#src/components/table/columns.ts';
import { type Column, DataTable } from '#src/components/table/data-table.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { quoteAnswer } from '#src/domain/answers/reader-answer.ts';
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

/** The spaces of a site, whose pages are changed. */
export const siteSpacesOf = ({ organizationId, siteId }: SitePath) =>
  listSiteSpacesOptions({ path: { organizationId, siteId }, query: { limit: 1000 } });

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

/** Changes the state of answers, and makes comments of them. */
function useAnswerActions(path: SitePath) {
  const { mutateAsync: update } = useApiMutation(updatePageFeedbackMutation(), {
    invalidates: [{ operation: 'listPageFeedback', path: { ...path } }],
  });
  const { mutateAsync: comment } = useApiMutation(createSpaceCommentMutation(), {
    invalidates: ['listSpaceComments', 'listOrganizationComments'],
  });
  const change = ({ id }: PageFeedback, state: PageFeedbackState, message: string) =>
    update({ path: { ...path, feedbackId: id }, body: { state } })
      .then(() => toast(message))
      .catch(toastFailure);
  const makeComment = (feedback: PageFeedback, space: Space) =>
    comment({ path: { spaceId: space.id }, body: { page: feedback.pageId, body: commentOf(feedback) } })
      .then(() => change(feedback, 'done', `Comment added to “${pageOf(feedback)}”`))
      .catch(toastFailure);
  return { change, makeComment };
}

const commentOf = ({ helpful, sentence = '' }: PageFeedback) => ({
  markdown: quoteAnswer({ helpful, sentence }),
});

/** Where the page of an answer is changed, with its words; undefined for a page that the member may not see. */
function changeLinkOf(
  { organizationId, siteId }: SitePath,
  feedback: PageFeedback,
  space: Space | undefined,
) {
  const { id: feedbackId, pageId, pageTitle, helpful, sentence = '' } = feedback;
  if (!space || pageTitle === undefined) return undefined;
  return linkOptions({
    to: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
    params: { organizationId, spaceId: space.id, pageId },
    search: { change: 'new' as const },
    state: { readerAnswer: { siteId, feedbackId, helpful, sentence } },
  });
}

const notSeen = 'You can’t see the page.';

/** What readers said about pages, in one state. Opening a row begins a change of its page. */
export function FeedbackList({ path, organization, state, onState }: FeedbackListProps) {
  const { change, makeComment } = useAnswerActions(path);
  const { data } = useQuery(siteSpacesOf(path));
  const spaces = new Map(data?.items.map(({ id, space }) => [id, space]));
  const spaceOf = ({ siteSpaceId }: PageFeedback) => spaces.get(siteSpaceId);
  const disabledReason = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const menuOf = (feedback: PageFeedback): MenuEntry[] => {
    const space = spaceOf(feedback);
    const isSeen = space !== undefined && feedback.pageTitle !== undefined;
    const noComment = reasonUnless(space?.permissions.comment, permissionReasons.commenter);
    return [
      {
        label: 'Make it a comment',
        icon: <MessageSquarePlus />,
        disabledReason: disabledReason ?? (isSeen ? noComment : notSeen),
        onSelect: () => void (space && makeComment(feedback, space)),
      },
      ...changes
        .filter((each) => each.state !== feedback.state)
        .map(({ label, icon, state: next, message }) => ({
          label,
          icon,
          disabledReason,
          onSelect: () => void change(feedback, next, message),
        })),
    ];
  };
  return (
    <Section title="Feedback">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Select aria-label="State of answers" options={states} value={state} onChange={onState} />
        <span className="text-ink-soft">Open one to change its page.</span>
      </div>
      <ListSection query={feedbackOf(path, state)} isStale={false}>
        {(list) => (
          <DataTable
            label="Feedback"
            noun="answer"
            list={list}
            columns={columns}
            rowId={({ id }) => id}
            rowName={pageOf}
            rowLink={(feedback) => changeLinkOf(path, feedback, spaceOf(feedback))}
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
