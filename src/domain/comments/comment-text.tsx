import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CommentBody } from '#api/generated/types.gen.ts';
import { DocumentView } from '#src/domain/document/document-view.tsx';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';
import { hideLinks } from '#src/domain/mentions/mention.ts';

/** The page of a member or a team, in a mention. */
const mentioned = /^\/o\/(\w+)\/(members|teams)\/(\w+)$/;

function renderLink(href: string, children: ReactNode) {
  const [, organizationId, kind, id] = mentioned.exec(href) ?? [];
  if (organizationId !== undefined && id !== undefined) {
    return kind === 'members' ? (
      <Link to="/o/$organizationId/members/$userId" params={{ organizationId, userId: id }}>
        {children}
      </Link>
    ) : (
      <Link to="/o/$organizationId/teams/$teamId" params={{ organizationId, teamId: id }}>
        {children}
      </Link>
    );
  }
  return /^(https?:\/\/|mailto:)/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span data-tip={href}>{children}</span>
  );
}

const documentContext: DocumentContext = {
  renderLink,
  // Remote images would disclose to their server who reads the comment.
  imageUrl: () => undefined,
};

/** The text of a comment or reply. */
export function CommentText({ body: { document, markdown } }: { body: CommentBody }) {
  if (document) return <DocumentView document={document} {...documentContext} />;
  if (markdown === undefined)
    return <p className="text-ink-soft">The text of this comment is not available.</p>;
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {hideLinks(markdown).text}
    </p>
  );
}
