import { Check, MessageSquare, Pencil, Undo2 } from 'lucide-react';
import { useContext } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { Button } from '#src/ui/button.tsx';
import { SuggestionActionsContext } from './apply-suggestions.ts';
import { SuggestedLines, titleOf } from './suggestion.tsx';

interface SuggestionInTextProps {
  comment: Comment;
  /** What its author can do with it in the text. */
  own: { edit: () => void; takeBack: () => void } | undefined;
}

/** Shows the comment of a suggestion in the list of them. */
function showComment(id: string): void {
  const card = document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(id)}"]`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.focus({ preventScroll: true });
}

/** A suggestion below its lines in the editor. */
export function SuggestionInText({ comment, own }: SuggestionInTextProps) {
  const actions = useContext(SuggestionActionsContext);
  const { suggestion, postedBy } = comment;
  if (!suggestion) return null;
  const isPending = actions?.pending.includes(comment.id) ?? false;
  const author = own ? 'You' : postedBy.displayName;
  return (
    <section
      aria-label={`${titleOf(suggestion)}, by ${author}`}
      className="max-w-3xl overflow-clip rounded-md border border-line bg-surface text-sm"
    >
      <div className="flex flex-wrap items-center gap-1 bg-sunken px-2 py-1">
        <Button
          size="small"
          tone="quiet"
          icon={<MessageSquare />}
          className="mr-auto"
          onClick={() => showComment(comment.id)}
        >
          <bdi>{author}</bdi> suggested
        </Button>
        {own && (
          <>
            <Button size="small" icon={<Pencil />} onClick={own.edit}>
              Edit further
            </Button>
            <Button size="small" icon={<Undo2 />} onClick={own.takeBack}>
              Withdraw
            </Button>
          </>
        )}
        {actions && (
          <Button
            size="small"
            icon={<Check />}
            pending={isPending}
            disabledReason={!isPending && actions.waitReason}
            onClick={() => actions.apply([comment])}
          >
            Apply
          </Button>
        )}
      </div>
      <SuggestedLines suggestion={suggestion} />
    </section>
  );
}
