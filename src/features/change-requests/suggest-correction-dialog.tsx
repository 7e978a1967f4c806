import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { listChangeRequestsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import type { Passage } from '#src/lib/compare/passage.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { ChangeRequestLinks } from './change-request-links.tsx';

const MAX_CHANGE_REQUESTS = 50;

/** The change requests of a space that are open for review, the latest ones. */
const openChangeRequestsOf = (spaceId: string) =>
  listChangeRequestsOptions({ path: { spaceId }, query: { status: 'open', limit: MAX_CHANGE_REQUESTS } });

interface SuggestCorrectionDialogProps {
  organizationId: string;
  spaceId: string;
  page: Pick<Page, 'id' | 'title'>;
  passage: Passage;
  onClose: () => void;
}

/** Asks in which open change request a person who may not edit suggests a correction. */
export function SuggestCorrectionDialog(props: SuggestCorrectionDialogProps) {
  const { organizationId, spaceId, page, passage, onClose } = props;
  const { data } = useSuspenseQuery(openChangeRequestsOf(spaceId));
  const hasOpen = data.items.length > 0;
  return (
    <Dialog
      title={`Suggest a correction to “${page.title}”`}
      description={
        hasOpen
          ? 'Choose a change request. Its editors can apply your suggestion.'
          : 'Suggestions need a change request that is open for review. This space has none.'
      }
      initialFocus="a"
      onClose={onClose}
    >
      <QuotedText text={passage.text} />
      {hasOpen ? (
        <>
          <ChangeRequestLinks
            label="Open change requests"
            changeRequests={data.items}
            linkOf={({ number }) =>
              linkOptions({
                to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId',
                params: { organizationId, spaceId, changeRequest: String(number), pageId: page.id },
                search: { passage },
              })
            }
          />
          {data.next && (
            <p className="mt-2 text-xs text-ink-soft">Only the latest {MAX_CHANGE_REQUESTS} are listed.</p>
          )}
        </>
      ) : (
        <Link
          to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
          params={{ organizationId, spaceId, pageId: page.id }}
          className="link"
        >
          Comment on the page instead
        </Link>
      )}
    </Dialog>
  );
}

/** How a text that a change is for begins. */
export function QuotedText({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="mb-3 line-clamp-3 border-s-2 border-line ps-3 text-ink-soft">
      {text}
    </blockquote>
  );
}
