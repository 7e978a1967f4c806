import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listChangeRequestsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Page } from '#api/generated/types.gen.ts';
import type { Passage } from '#src/lib/text/passage.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { nameOf } from './labels.ts';

const MAX_CHANGE_REQUESTS = 50;

/** The change requests of a space that are open for review, the latest ones. */
export const openChangeRequestsOf = (spaceId: string) =>
  listChangeRequestsOptions({ path: { spaceId }, query: { status: 'open', limit: MAX_CHANGE_REQUESTS } });

interface SuggestCorrectionDialogProps {
  organizationId: string;
  spaceId: string;
  page: Pick<Page, 'id' | 'title'>;
  passage: Passage;
  onClose: () => void;
}

/** Asks in which open change request somebody who may not edit suggests their correction. */
export function SuggestCorrectionDialog(props: SuggestCorrectionDialogProps) {
  const { organizationId, spaceId, page, passage, onClose } = props;
  const { data } = useSuspenseQuery(openChangeRequestsOf(spaceId));
  const hasOpen = data.items.length > 0;
  return (
    <Dialog
      title={`Suggest a correction to “${page.title}”`}
      description={
        hasOpen
          ? 'Choose the change request that it belongs to. Who may edit it can apply your suggestion.'
          : 'Suggestions are made in change requests that are open for review. There is none in this space.'
      }
      initialFocus="a"
      onClose={onClose}
    >
      <SelectedText passage={passage} />
      {hasOpen ? (
        <ul aria-label="Open change requests" className="divide-y divide-line rounded-lg border border-line">
          {data.items.map((changeRequest) => (
            <li key={changeRequest.id}>
              <Link
                to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId"
                params={{
                  organizationId,
                  spaceId,
                  changeRequest: String(changeRequest.number),
                  pageId: page.id,
                }}
                search={{ passage }}
                className="flex items-baseline gap-2 px-3 py-2 hover:bg-hover"
              >
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {nameOf(changeRequest)}
                </span>
                <span className="text-xs text-ink-soft">#{changeRequest.number}</span>
              </Link>
            </li>
          ))}
        </ul>
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

/** How the passage begins that somebody selected. */
export function SelectedText({ passage }: { passage: Passage }) {
  return (
    <blockquote dir="auto" className="mb-3 line-clamp-3 border-s-2 border-line ps-3 text-ink-soft">
      {passage.text}
    </blockquote>
  );
}
