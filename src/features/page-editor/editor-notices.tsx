import { useMemo } from 'react';
import { type ReaderAnswer, titleOfAnswer } from '#src/domain/answers/reader-answer.ts';
import { passageMissing } from '#src/lib/compare/passage.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout, QuoteCallout } from '#src/ui/callout.tsx';
import type { EditSession } from './session/edit-session.ts';
import { conditionLines } from './text/condition-lines.ts';

interface EditorNoticesProps {
  /** The field with colors did not load. */
  hasNoCodeField: boolean;
  /** Whether saves are suggestions. */
  isSuggesting: boolean;
  /** The beginning of a passage that the page was opened for, where the text does not have it. */
  missingText: string | undefined;
  /** What a reader said about the page. */
  answer: ReaderAnswer | undefined;
  session: EditSession;
  /** The text has unsaved words of an earlier visit. */
  isRestored: boolean;
  onDiscard: () => void;
}

/** The notices above the text. */
export function EditorNotices({
  hasNoCodeField,
  isSuggesting,
  missingText,
  answer,
  session,
  isRestored,
  onDiscard,
}: EditorNoticesProps) {
  const state = useStore(session.state);
  const text = useStore(session.textAtPause);
  const hasConditions = useMemo(() => conditionLines(text).length > 0, [text]);
  return (
    <>
      {hasNoCodeField && (
        <Callout className="m-2">The editor couldn’t load. You’re writing in a plain text field.</Callout>
      )}
      {isSuggesting && (
        <Callout tone="info" className="m-2">
          The page stays as it is. What you change in a paragraph becomes a suggestion when you leave it.
        </Callout>
      )}
      {missingText !== undefined && (
        <QuoteCallout title={passageMissing} quote={missingText} className="m-2" />
      )}
      {answer && (
        <Callout tone="info" title={titleOfAnswer(answer)} className="m-2">
          {answer.sentence !== '' && (
            <q dir="auto" className="line-clamp-3">
              {answer.sentence}
            </q>
          )}
        </Callout>
      )}
      {hasConditions && (
        <Callout tone="info" className="m-2">
          What is in a condition ({'{% if … %}'}) is shown only to visitors who meet it.
        </Callout>
      )}
      {isRestored && state.kind !== 'saved' && (
        <Callout
          className="m-2"
          action={
            <Button size="small" onClick={onDiscard}>
              Discard
            </Button>
          }
        >
          Unsaved text from this browser was restored.
        </Callout>
      )}
      {state.kind === 'failed' && (
        <Callout tone="danger" urgent className="m-2" title="Couldn’t save">
          {state.message}
        </Callout>
      )}
    </>
  );
}
