import { useState } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import type { QuotedWords } from '#api/quoted-words.ts';
import { ApiError, fieldErrors } from '#src/api/errors.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { announce } from '#src/ui/browser/live-region.tsx';
import { type CommentContext, createComment, hasDraft, useCommentChange } from '../actions.ts';

/** The most that one comment is about, in characters. */
const maxQuoteLength = 2000;

/** The place in the text of a comment that is being written. */
export const newWordsId = 'new';

interface WordCommentsOptions {
  context: CommentContext;
  pageId: string;
  /** The open comments on the page. */
  threads: readonly Comment[];
  /** The selected words of the text; undefined where none are. */
  selected: () => QuotedWords | undefined;
  /** Saves the text, so that the page has the words. */
  save: () => Promise<unknown>;
  /** Gives the focus back to the text. */
  leave: () => void;
}

interface OpenedComment {
  id: string;
  hasFocus: boolean;
}

/** Comments on words of a text: those that are there, the one that is open in it, and one that is being written. */
export interface WordCommentsState {
  context: CommentContext;
  threads: readonly Comment[];
  /** The one that is open in the text, and whether the focus goes to it. */
  opened: OpenedComment | undefined;
  /** The words of the comment that is being written. */
  quote: QuotedWords | undefined;
  /** Name of its draft. */
  draft: string;
  /** Whether it was there before a reload. */
  isRestored: boolean;
  /** Words as the editor draws them. */
  drawn: { id: string; quote: QuotedWords; isOpen: boolean }[];
  /** Shows a comment below its words, with the focus unless the person only pressed them. */
  open: (id: string, hasFocus?: boolean) => void;
  close: () => void;
  /** Begins a comment on the selected words. */
  start: () => void;
  send: (markdown: string) => Promise<void>;
  /** The comment is not written: its text is discarded, or there is none. */
  cancel: () => void;
  /** Gives the focus back to the text. */
  leave: () => void;
}

const isQuote = (stored: object): boolean =>
  ['text', 'before', 'after'].every((name) => typeof Reflect.get(stored, name) === 'string');

/** The words of a comment that wasn't sent, if it has a text. */
function readQuote(draft: string): QuotedWords | undefined {
  if (!hasDraft(draft)) return undefined;
  return readFormDraft<QuotedWords>(draft, isQuote) ?? undefined;
}

export function useWordComments(options: WordCommentsOptions): WordCommentsState {
  const { context, pageId, selected, save, leave } = options;
  const draft = `words.${context.changeRequestId ?? context.spaceId}.${pageId}`;
  const [opened, setOpened] = useState<OpenedComment>();
  const [quote, setQuote] = useState(() => readQuote(draft));
  const [restored] = useState(quote);
  const change = useCommentChange();
  const threads = options.threads.filter((comment) => comment.quote !== undefined);
  const end = () => {
    deleteDraft(draft);
    setQuote(undefined);
    leave();
  };
  const start = () => {
    const words = selected();
    if (!words) return toast('Select the words to comment on first.', { tone: 'error' });
    if (codePointLength(words.text) > maxQuoteLength)
      return toast(`Select at most ${formatNumber(maxQuoteLength)} characters to comment on.`, {
        tone: 'error',
      });
    // What was typed for other words goes on with these.
    writeDraft(draft, JSON.stringify(words));
    setOpened(undefined);
    setQuote(words);
  };
  const send = async (markdown: string) => {
    await save();
    try {
      await change.mutateAsync(() =>
        createComment(context, { page: pageId, ...(quote && { quote }) }, markdown),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || !fieldErrors(error).has('quote.text')) throw error;
      throw new ApiError({
        ...error,
        status: 409,
        message:
          'The saved page doesn’t have these words. Save it first; if they are suggested, comment on the suggestion.',
      });
    }
    announce('Comment added');
    end();
  };
  return {
    ...{ context, threads, opened, quote, draft },
    isRestored: quote !== undefined && quote === restored,
    drawn: [
      ...threads.flatMap(({ id, quote: words }) =>
        words && !words.outdated ? { id, quote: words, isOpen: id === opened?.id } : [],
      ),
      ...(quote ? [{ id: newWordsId, quote, isOpen: true }] : []),
    ],
    open: (id, hasFocus = true) => setOpened({ id, hasFocus }),
    close() {
      setOpened(undefined);
      leave();
    },
    start,
    send,
    cancel: end,
    leave,
  };
}

/** Markdown as it is read, without the marks and addresses of what stands among words. */
export const readableWords = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|~~|`|(?<!\w)[*_]|[*_](?!\w)/g, '');

/** Comments on the selected words, or goes to the comment on those at the caret. */
export function useWordsKey({ start, open }: WordCommentsState, idAtCaret: () => string | undefined): void {
  useShortcuts([
    {
      keys: 'mod+shift+m',
      label: 'Comment on selected words, or open the comment at the caret',
      group: 'Editing',
      whileTyping: true,
      run() {
        const id = idAtCaret();
        if (id === undefined || id === newWordsId) start();
        else open(id);
      },
    },
  ]);
}
