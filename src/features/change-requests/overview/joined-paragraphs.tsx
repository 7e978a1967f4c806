import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getChangeRequestConflictsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { JoinedParagraph } from '#api/generated/types.gen.ts';
import { Words } from '#src/domain/document/difference-line.tsx';
import { compareWords } from '#src/lib/compare/word-diff.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { ChangeRequestPath } from '../labels.ts';

/** The paragraphs in which a merge joins edits of the space and of the change request, with the words that each changed. */
export function JoinedParagraphs({ path, onClose }: { path: ChangeRequestPath; onClose: () => void }) {
  const { data } = useQuery(getChangeRequestConflictsOptions({ path }));
  const paragraphs = data?.paragraphs ?? [];
  return (
    <Dialog
      title="Edits of both sides in one paragraph"
      description="The space and the change request changed different sentences here. Check that they still agree."
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data ? (
        <ol className="space-y-4">
          {paragraphs.map((paragraph) => (
            <Paragraph
              key={`${paragraph.page ?? paragraph.reusableContent} ${paragraph.merged}`}
              {...paragraph}
            />
          ))}
        </ol>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

function Paragraph({ title, base, space, changeRequest, merged }: JoinedParagraph) {
  const runs = useMemo(
    () => ({ space: compareWords(base, space), changeRequest: compareWords(base, changeRequest) }),
    [base, space, changeRequest],
  );
  const sides = [
    ['In the space', <Words key="space" runs={runs.space} />],
    ['In the change request', <Words key="request" runs={runs.changeRequest} />],
    ['Merged', merged],
  ] as const;
  return (
    <li className="rounded-lg border border-line">
      <h3 className="border-b border-line px-3 py-2 font-medium">
        <bdi>{title}</bdi>
      </h3>
      <dl className="space-y-3 p-3">
        {sides.map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
