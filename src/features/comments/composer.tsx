import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { useStaleGuard } from '#src/components/form/stale-edit.tsx';
import { useDraft } from '#src/components/tab-drafts/use-draft.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { MentionField } from '#src/domain/mentions/mention-field.tsx';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { commentDraftName } from './actions.ts';

const maxCommentLength = 65_536;

interface ComposerProps {
  /** The space that it is about. */
  spaceId: string;
  /** Key of the draft, which survives a reload. */
  draft: string;
  label: string;
  submitLabel: string;
  /** The text to edit; empty for a new one. */
  initial?: string;
  autoFocus?: boolean;
  disabledReason?: string | undefined;
  /** Reads the current text, so that a change in another window is not overwritten. */
  fetchCurrent?: () => Promise<string>;
  /** Sends the text. If it rejects, the text stays in the field. */
  onSend: (markdown: string) => Promise<unknown>;
  /** Gathers the text for a review instead of sending it. Returns why it can't. */
  onGather?: ((markdown: string) => Promise<string | undefined>) | undefined;
  /** `isDiscarded`: by the button, which deletes the draft. Escape only closes the field. */
  onCancel?: (isDiscarded: boolean) => void;
  hint?: ReactNode;
  /** A field above that is sent too; its keys are those of the text. The text may be blank then. */
  renderAbove?: (onKeyDown: (event: KeyboardEvent) => void) => ReactNode;
  /** Why what is above can't be sent. */
  invalidReason?: string | false;
}

/** The comment was deleted together with this field, so its text is offered for copying. */
function showUnsentText(text: string): void {
  toast('This comment was deleted.', {
    tone: 'error',
    durationMs: Infinity,
    detail: 'Your text was not sent.',
    action: { label: 'Copy text', run: () => void copyText(text) },
  });
}

/** Why a text of a comment is too long, or false. */
export function tooLongReason(text: string): string | false {
  // A string never has more code points than UTF-16 units, and units are counted faster.
  if (text.length <= maxCommentLength || codePointLength(text) <= maxCommentLength) return false;
  return `Must be at most ${formatNumber(maxCommentLength)} characters (now ${formatNumber(codePointLength(text))}).`;
}

/** Asks before a text overwrites another one that was saved since its field was opened. */
function useTextGuard(
  { fetchCurrent, onSend }: Pick<ComposerProps, 'fetchCurrent' | 'onSend'>,
  base: string,
) {
  const guard = fetchCurrent && {
    labels: { text: 'Text' },
    fetchCurrent: async () => ({ text: await fetchCurrent() }),
  };
  return useStaleGuard<{ text: string }>(guard, { text: base }, ({ text }) => onSend(text));
}

/** The text of a draft and its sending. If sending fails, the text stays. */
function useDraftSending(props: ComposerProps) {
  const { initial = '', disabledReason } = props;
  const draft = useDraft(commentDraftName(props.draft), initial);
  const stale = useTextGuard(props, draft.base);
  const [isEdited, setEdited] = useState(draft.text !== '');
  const [state, setState] = useState<{ pending: boolean; error?: unknown }>({ pending: false });
  const text = isEdited ? draft.text : initial;
  const isRequired = props.renderAbove === undefined;
  const invalidReason =
    props.invalidReason || (isRequired && text.trim() === '' && 'Enter a text.') || tooLongReason(text);
  const send = async () => {
    if (invalidReason || state.pending || disabledReason) return;
    setState({ pending: true });
    try {
      if (await stale.save({ text })) {
        draft.setText('');
        draft.discard();
        setEdited(false);
      }
      setState({ pending: false });
    } catch (error) {
      const isDeleted = error instanceof ApiError && error.status === 404;
      if (isDeleted) showUnsentText(text);
      setState({ pending: false, ...(!isDeleted && { error }) });
    }
  };
  const gather = async () => {
    if (invalidReason || state.pending || disabledReason) return;
    const refusal = await props.onGather?.(text);
    if (refusal !== undefined) return setState({ pending: false, error: new Error(refusal) });
    draft.setText('');
    draft.discard();
    setEdited(false);
    setState({ pending: false });
  };
  return {
    gather: props.onGather && gather,
    text,
    setText: (next: string) => {
      setEdited(true);
      draft.setText(next);
    },
    discard: draft.discard,
    isRestored: draft.isRestored,
    invalidReason,
    send,
    ...state,
    dialog: stale.dialog,
  };
}

/** A Markdown field for comments: `@` mentions people, Ctrl or Cmd with Enter submits. Drafts survive a reload. */
export function Composer(props: ComposerProps) {
  const { spaceId, label, submitLabel, autoFocus, disabledReason, onCancel } = props;
  const id = useId();
  const draft = useDraftSending(props);
  const { text, setText } = draft;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.send();
    else if (event.key !== 'Escape') return;
    else if (onCancel) onCancel(false);
    else if (event.target instanceof HTMLElement) event.target.blur();
    event.preventDefault();
  };

  return (
    <div>
      {props.renderAbove?.(handleKeyDown)}
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <MentionField
        id={id}
        spaceId={spaceId}
        value={text}
        placeholder={label}
        autoFocus={autoFocus}
        readOnly={Boolean(disabledReason)}
        aria-invalid={tooLongReason(text) ? true : undefined}
        aria-describedby={`${id}-remark`}
        className="w-full"
        onChange={setText}
        onKeyDown={handleKeyDown}
      />
      <p id={`${id}-remark`} role="status" className="mt-1 text-xs text-danger-ink empty:hidden">
        {tooLongReason(text)}
      </p>
      {draft.error !== undefined && (
        <Callout tone="danger" urgent className="mt-2">
          {errorMessage(draft.error)}
        </Callout>
      )}
      <ComposerButtons
        draft={draft}
        submitLabel={submitLabel}
        disabledReason={disabledReason}
        hint={props.hint}
        onCancel={onCancel}
      />
      {draft.dialog}
    </div>
  );
}

interface ComposerButtonsProps extends Pick<
  ComposerProps,
  'submitLabel' | 'disabledReason' | 'hint' | 'onCancel'
> {
  draft: ReturnType<typeof useDraftSending>;
}

function ComposerButtons({ draft, submitLabel, disabledReason, hint, onCancel }: ComposerButtonsProps) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Button
        size="small"
        icon={<Send />}
        pending={draft.pending}
        disabledReason={disabledReason ?? draft.invalidReason}
        onClick={() => void draft.send()}
      >
        {submitLabel}
      </Button>
      {draft.gather && (
        <Button
          size="small"
          data-tip="Only you see it until you submit your review."
          disabledReason={disabledReason ?? draft.invalidReason}
          onClick={() => void draft.gather?.()}
        >
          Add to review
        </Button>
      )}
      {onCancel && (
        <Button
          size="small"
          tone="quiet"
          onClick={() => {
            draft.discard();
            onCancel(true);
          }}
        >
          Cancel
        </Button>
      )}
      {draft.isRestored && <span className="text-xs text-ink-soft">Unsent draft</span>}
      {hint}
    </div>
  );
}
