import type { CommentBody } from '#api/generated/types.gen.ts';
import { DocumentView } from '#src/domain/document/document-view.tsx';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';

const documentContext: DocumentContext = {
  renderLink: (href, children) =>
    /^(https?:\/\/|mailto:)/i.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span data-tip={href}>{children}</span>
    ),
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
      {markdown}
    </p>
  );
}
