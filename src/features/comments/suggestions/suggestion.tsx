import { Check } from 'lucide-react';
import { useContext } from 'react';
import type { Comment, CommentSuggestion } from '#api/generated/types.gen.ts';
import { DifferenceLine } from '#src/domain/document/difference-line.tsx';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { compareLines, type LineChange } from '#src/lib/compare/compare-lines.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Time } from '#src/ui/time.tsx';
import { isApplicable, maxSuggestions, SuggestionActionsContext } from './apply-suggestions.ts';

/** Longer ones are shown as replaced: comparing their words would hold up the screen. */
const MAX_COMPARED_LENGTH = 20_000;

/** The lines before and after, the same as in the differences of a page. */
function linesOf({ original, text }: Pick<CommentSuggestion, 'original' | 'text'>): LineChange[] {
  // Each line ends here, so that an empty one at the end is one too. No text removes the lines.
  const [base, next] = [`${original}\n`, text === '' ? '' : `${text}\n`];
  if (base.length + next.length <= MAX_COMPARED_LENGTH) return compareLines(base, next);
  const side = (whole: string, kind: 'removed' | 'added') =>
    whole === ''
      ? []
      : whole
          .slice(0, -1)
          .split('\n')
          .map((line): LineChange => ({ kind, text: line }));
  return [...side(base, 'removed'), ...side(next, 'added')];
}

export function titleOf({ startLine, endLine }: CommentSuggestion): string {
  return startLine === endLine
    ? `Suggested change to line ${formatNumber(startLine)}`
    : `Suggested change to lines ${formatNumber(startLine)}–${formatNumber(endLine)}`;
}

interface SuggestionProps {
  comment: Comment;
  suggestion: CommentSuggestion;
}

/** The lines of a suggestion before and after it. */
export function SuggestedLines({ suggestion }: { suggestion: CommentSuggestion }) {
  const paths = useContext(LinkPathsContext);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      tabIndex={0}
      role="group"
      aria-label={suggestion.text === '' ? 'Removed lines' : 'Lines before and after'}
      data-ring=""
      dir="auto"
      className="difference max-h-64 overflow-auto bg-surface py-1"
    >
      {linesOf({ original: paths.show(suggestion.original), text: paths.show(suggestion.text) }).map(
        (line, index) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place
            key={index}
            data-kind={line.kind}
            className="difference-row difference-lines grid grid-cols-[1.25rem_minmax(0,1fr)] gap-1 pr-2"
          >
            <DifferenceLine line={line} />
          </div>
        ),
      )}
    </div>
  );
}

/** The suggestion of a comment, as a small difference, with its state or a button to apply it. */
export function Suggestion({ comment, suggestion }: SuggestionProps) {
  const { outdated, applied } = suggestion;
  const actions = useContext(SuggestionActionsContext);
  const isPending = actions?.pending.includes(comment.id) ?? false;
  const failure = actions?.failure;
  const isRefused = failure?.refused === comment.id;
  const isFailed =
    failure?.refused === null && failure.comments.length === 1 && failure.comments[0] === comment.id;
  const title = titleOf(suggestion);
  return (
    <section aria-label={title} className="mt-2 overflow-clip rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 bg-sunken px-2 py-1 text-xs text-ink-soft">
        <span className="mr-auto">{title}</span>
        {applied && (
          <>
            <Badge tone="success">Applied</Badge>
            <span>
              by <bdi>{applied.by.displayName}</bdi>, <Time value={applied.at} />
            </span>
          </>
        )}
        {outdated && (
          <>
            <Badge tone="warning">Outdated</Badge>
            <span>Its lines have changed.</span>
          </>
        )}
        {actions && isApplicable(comment) && (
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
      {(isRefused || isFailed) && (
        <Callout tone="danger" urgent className="m-2">
          {failure.message}
        </Callout>
      )}
    </section>
  );
}

interface ApplyAllProps {
  /** The comments listed below. */
  comments: readonly Comment[];
}

/** Applies the open suggestions of a list together; nothing for fewer than two. */
export function ApplyAll({ comments }: ApplyAllProps) {
  const actions = useContext(SuggestionActionsContext);
  const all = comments.filter(isApplicable);
  if (!actions || all.length < 2) return null;
  const { failure, pending, waitReason } = actions;
  const isPending = pending.length > 1;
  const batch = all.slice(0, maxSuggestions);
  const isFailed = failure !== null && failure.comments.length > 1;
  const label = batch.length < all.length ? 'Apply the first' : 'Apply all';
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line bg-surface py-1.5 pr-1.5 pl-3">
        <span>{formatCount(all.length, 'open suggestion')}</span>
        <Button
          size="small"
          icon={<Check />}
          pending={isPending}
          disabledReason={!isPending && waitReason}
          onClick={() => actions.apply(batch)}
        >
          {`${label} (${formatNumber(batch.length)})`}
        </Button>
      </div>
      {isFailed && (
        <Callout tone="danger" urgent className="mt-2">
          {failure.refused === null
            ? failure.message
            : 'Nothing was applied: one of the suggestions can’t be applied with the others. It says why.'}
        </Callout>
      )}
    </div>
  );
}
