import { useBlocker } from '@tanstack/react-router';
import { useContext, useState } from 'react';
import { createChangeRequestComment } from '#api/generated/sdk.gen.ts';
import { fieldErrors } from '#src/api/errors.ts';
import { addPending } from '#src/domain/comments/pending-comments.ts';
import { LinkPathsContext } from '#src/domain/document/link-paths.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { type CommentContext, useCommentChange } from '../actions.ts';
import { Composer, tooLongReason } from '../composer.tsx';
import {
  deleteSuggestionDraft,
  readSuggestionDraft,
  saveSuggestionDraft,
  type SuggestionDraft,
  suggestionDraftName,
} from './suggestion-drafts.ts';

interface SuggestionFormProps {
  context: CommentContext & { changeRequestId: string };
  pageId: string;
  draft: SuggestionDraft;
  /** Focuses the text; not for one that was restored after a reload. */
  autoFocus: boolean;
  /** Called with the focus in the text. */
  onFocus: () => void;
  /** Called when it was sent, discarded or left with Escape, which keeps what was typed. */
  onClose: () => void;
}

const labelOf = ({ startLine, endLine }: SuggestionDraft) =>
  startLine === endLine
    ? `Suggested text for line ${formatNumber(startLine)}`
    : `Suggested text for lines ${formatNumber(startLine)}–${formatNumber(endLine)}`;

/** Lines end as those do that they replace; a field knows only `\n`. */
function withLineEndsOf(original: string, text: string): string {
  if (!original.includes('\r\n') && !original.endsWith('\r')) return text;
  return text.replaceAll('\n', '\r\n') + (original.endsWith('\r') ? '\r' : '');
}

const pathOf = ({ spaceId, changeRequestId }: SuggestionFormProps['context']) => ({
  spaceId,
  changeRequestId,
});

/** What was typed before; without it the lines, as they are shown. */
function textToEdit({ context, pageId, draft }: SuggestionFormProps, shownOriginal: string): string {
  const text = readSuggestionDraft(context, pageId, draft)?.text ?? draft.text;
  return text === draft.original ? shownOriginal : text;
}

/** Sends a suggestion, gathers it for a review, or discards it. @param textToStore what replaces the lines */
function useSuggestionSending(
  { context, pageId, draft, onClose }: SuggestionFormProps,
  textToStore: () => string,
) {
  const { startLine, endLine, revision } = draft;
  const [error, setError] = useState<string | undefined>();
  const change = useCommentChange();
  const discard = () => {
    deleteSuggestionDraft(context, pageId, draft);
    onClose();
  };
  const suggestionToSend = () => ({ startLine, endLine, revision, text: textToStore() });
  return {
    error,
    discard,
    gather: async (markdown: string) => {
      const comment = { page: pageId, suggestion: suggestionToSend(), markdown };
      const refusal = context.review && addPending(context.review.changeRequestId, comment);
      if (refusal === undefined) discard();
      return refusal;
    },
    send: async (markdown: string) => {
      setError(undefined);
      const body = { page: pageId, body: { markdown }, suggestion: suggestionToSend() };
      try {
        await change.mutateAsync(() =>
          createChangeRequestComment({ path: pathOf(context), body, throwOnError: true }),
        );
      } catch (failure) {
        setError(fieldErrors(failure).get('suggestion.text'));
        throw failure;
      }
      discard();
    },
  };
}

/** Suggests other lines in place of some, with an optional comment. */
export function SuggestionForm(props: SuggestionFormProps) {
  const { context, pageId, draft, autoFocus, onFocus, onClose } = props;
  const { original } = draft;
  const paths = useContext(LinkPathsContext);
  const plainOriginal = original.replaceAll('\r', '');
  const shownOriginal = paths.show(plainOriginal);
  const [text, setText] = useState(() => textToEdit(props, shownOriginal));
  const isChanged = text !== shownOriginal;
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => isChanged });
  const { send, gather, discard, error } = useSuggestionSending(props, () =>
    withLineEndsOf(original, paths.store(text, plainOriginal)),
  );
  return (
    <div className="m-2 max-w-3xl rounded-lg border border-line bg-surface p-3">
      <Composer
        spaceId={context.spaceId}
        draft={suggestionDraftName(context, pageId, draft)}
        label="Comment (optional)"
        submitLabel="Suggest change"
        invalidReason={(!isChanged && 'Change the text first.') || tooLongReason(text)}
        onSend={send}
        onGather={context.review && gather}
        onCancel={(isDiscarded) => (isDiscarded || !isChanged ? discard() : onClose())}
        renderAbove={(onKeyDown) => (
          <Field
            label={labelOf(draft)}
            hint="Markdown. An empty text removes the lines."
            error={tooLongReason(text) || error}
            className="mb-2"
          >
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                value={text}
                spellCheck
                autoFocus={autoFocus}
                className="w-full font-mono text-xs"
                onChange={({ target }) => {
                  setText(target.value);
                  saveSuggestionDraft(context, pageId, { ...draft, text: target.value });
                }}
                onFocus={onFocus}
                onKeyDown={onKeyDown}
              />
            )}
          </Field>
        )}
      />
    </div>
  );
}
