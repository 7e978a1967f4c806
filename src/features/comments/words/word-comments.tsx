import { MessageSquareQuote, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Comment } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { hasDraft } from '../actions.ts';
import { Composer } from '../composer.tsx';
import { ThreadCard } from '../thread.tsx';
import { newWordsId, readableWords, useWordsKey, type WordCommentsState } from './use-word-comments.ts';

interface WordCommentsProps {
  words: WordCommentsState;
  /** What is drawn in the text. */
  marks: {
    /** The places of what is open in it. */
    inText: ReadonlyMap<string, { place: Element }>;
    /** Whether it is known what has a place there. */
    isDrawn: boolean;
    /** The comment on the words at the caret. */
    idAtCaret: () => string | undefined;
  };
}

/** The comments on words of a page below its text; the open one, and one that is being written, stand in it. */
export function WordComments({ words, marks }: WordCommentsProps) {
  const { inText, isDrawn, idAtCaret } = marks;
  const { threads, opened, quote, open, close } = words;
  useWordsKey(words, idAtCaret);
  const composer = quote && <NewWordComment words={words} />;
  const newPlace = inText.get(newWordsId)?.place;
  const openComment = threads.find(({ id }) => id === opened?.id);
  const openPlace = openComment && inText.get(openComment.id)?.place;
  const isComposerBelow = composer !== undefined && !newPlace && isDrawn;
  const isListed = threads.length > 0 || isComposerBelow;
  return (
    <>
      {composer && newPlace && createPortal(composer, newPlace)}
      {openPlace &&
        createPortal(
          <OpenThread
            key={openComment.id}
            comment={openComment}
            hasFocus={opened?.hasFocus === true}
            onClose={close}
          />,
          openPlace,
        )}
      {isListed && (
        <section aria-labelledby="word-comments" className="mt-4">
          <h3 id="word-comments" className="mb-2 font-medium">
            Comments on words
          </h3>
          <div className="flex flex-col gap-3">
            {isComposerBelow && composer}
            {threads.map((comment) =>
              comment === openComment && openPlace ? (
                <InTextNote key={comment.id} onClose={close}>
                  {comment.target.node?.preview ?? comment.quote?.text}
                </InTextNote>
              ) : (
                <div key={comment.id}>
                  <ThreadCard comment={comment} />
                  {comment.quote?.outdated === false && (
                    <Button size="small" tone="quiet" className="mt-1" onClick={() => open(comment.id)}>
                      Show in text
                    </Button>
                  )}
                </div>
              ),
            )}
          </div>
        </section>
      )}
    </>
  );
}

/** In place of a thread that stands in the text. */
function InTextNote({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line p-3 text-ink-soft">
      <span className="min-w-0 flex-1 wrap-anywhere">
        Shown in the text: <q dir="auto">{children}</q>
      </span>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

interface OpenThreadProps {
  comment: Comment;
  hasFocus: boolean;
  onClose: () => void;
}

/** A thread below its words. Escape closes it where nothing else takes it. */
function OpenThread({ comment, hasFocus, onClose }: OpenThreadProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus)
      element.current?.querySelector<HTMLElement>('[data-thread]')?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [hasFocus]);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of what is in it
    <div ref={element} className="relative max-w-3xl" onKeyDown={closeByKey}>
      <ThreadCard comment={comment} className="pr-10" />
      <IconButton label="Close comment" size="small" className="absolute top-1.5 right-1.5" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** The field for a comment on selected words. */
function NewWordComment({ words }: { words: WordCommentsState }) {
  const { context, quote, draft, isRestored, send, cancel } = words;
  return (
    <section
      aria-label="New comment"
      className="max-w-3xl rounded-lg border border-line bg-surface p-3 font-sans text-sm"
    >
      <blockquote dir="auto" className="mb-2 flex gap-2 rounded-md bg-sunken px-2 py-1 text-ink-soft">
        <MessageSquareQuote aria-label="Quoted text" className="mt-0.5 size-4 shrink-0" />
        <span className="line-clamp-3 min-w-0 wrap-anywhere">{quote && readableWords(quote.text)}</span>
      </blockquote>
      <Composer
        spaceId={context.spaceId}
        draft={draft}
        label="Comment on these words"
        submitLabel="Comment"
        autoFocus={!isRestored}
        disabledReason={reasonUnless(context.canComment, permissionReasons.commenter)}
        onSend={send}
        onCancel={(isDiscarded) => (isDiscarded || !hasDraft(draft) ? cancel() : words.leave())}
      />
    </section>
  );
}
