import { Link } from '@tanstack/react-router';
import type { Comment } from '#src/api/generated/types.gen.ts';

interface ThreadHeadingProps {
  organizationId: string;
  comment: Comment;
  /** The title of its space; left out where all are of one. */
  spaceTitle?: string | undefined;
}

/** What discussions are about, with a link there: a page beside its difference, a change request, a space. */
export function ThreadHeading({ organizationId, comment, spaceTitle }: ThreadHeadingProps) {
  const { page, changeRequest, space: spaceId } = comment.target;
  const title = page
    ? `${page.emoji ?? ''} ${page.title ?? 'A page that is gone'}`.trim()
    : changeRequest === undefined
      ? 'The space as a whole'
      : 'The change request as a whole';
  return (
    <>
      {spaceTitle !== undefined && <span className="font-normal text-ink-soft">{spaceTitle}: </span>}
      {changeRequest === undefined ? (
        page ? (
          <Link
            to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
            params={{ organizationId, spaceId, pageId: page.id }}
            className="link"
          >
            {title}
          </Link>
        ) : (
          <Link to="/o/$organizationId/spaces/$spaceId" params={{ organizationId, spaceId }} className="link">
            {title}
          </Link>
        )
      ) : page ? (
        <Link
          to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId"
          params={{ organizationId, spaceId, changeRequest, pageId: page.id }}
          className="link"
        >
          {title}
        </Link>
      ) : (
        <Link
          to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
          params={{ organizationId, spaceId, changeRequest }}
          className="link"
        >
          {title}
        </Link>
      )}
    </>
  );
}
