import { Link } from '@tanstack/react-router';
import type { ListedComment } from './comment-query.ts';

interface ThreadHeadingProps {
  organizationId: string;
  comment: ListedComment;
}

/** What the comments refer to, as a link; with the space in lists across spaces. */
export function ThreadHeading({ organizationId, comment }: ThreadHeadingProps) {
  const { spaceTitle, changeRequestNumber: number, changeRequestSubject } = comment;
  const { page, changeRequest } = comment.target;
  const subject = changeRequestSubject || 'Change request';
  const place = spaceTitle !== undefined && (
    <>
      <bdi>{spaceTitle}</bdi>
      {number !== undefined && ` #${number}`}
      {page && number !== undefined && (
        <>
          {' · '}
          <bdi>{subject}</bdi>
        </>
      )}
      {!page && changeRequest === undefined && ' · Entire space'}
    </>
  );
  const title = page
    ? `${page.emoji ?? ''} ${page.title ?? 'Deleted page'}`.trim()
    : changeRequest === undefined
      ? (spaceTitle ?? 'Entire space')
      : spaceTitle === undefined
        ? 'Entire change request'
        : subject;
  return (
    <>
      <bdi className="block">
        <TargetLink organizationId={organizationId} comment={comment} title={title} />
      </bdi>
      {place && <span className="block text-xs font-normal text-ink-soft">{place}</span>}
    </>
  );
}

/** Link to a page, its diff, a change request or a space. */
function TargetLink({ organizationId, comment, title }: ThreadHeadingProps & { title: string }) {
  const { page, changeRequest, space: spaceId } = comment.target;
  const ofSpace = { organizationId, spaceId };
  if (changeRequest === undefined) {
    return page ? (
      <Link
        to="/o/$organizationId/spaces/$spaceId/pages/$pageId"
        params={{ ...ofSpace, pageId: page.id }}
        className="link"
      >
        {title}
      </Link>
    ) : (
      <Link to="/o/$organizationId/spaces/$spaceId" params={ofSpace} className="link">
        {title}
      </Link>
    );
  }
  return page ? (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/diff/$pageId"
      params={{ ...ofSpace, changeRequest, pageId: page.id }}
      className="link"
    >
      {title}
    </Link>
  ) : (
    <Link
      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
      params={{ ...ofSpace, changeRequest }}
      className="link"
    >
      {title}
    </Link>
  );
}
