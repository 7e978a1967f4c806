import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { copyText } from '#src/components/clipboard/copy-text.ts';
import { useDraft } from '#src/components/drafts/use-draft.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { codePointLength } from '#src/lib/code-points.ts';
import { formatNumber } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { commentDraftName } from './comment-drafts.ts';
import { completeMention, type Mention, mentionBefore } from './mention.ts';
import { MentionList, useMentionMatches } from './mention-list.tsx';

const maxCommentLength = 65_536;

interface ComposerProps {
  organizationId: string;
  /** Key of the draft, which survives a reload. */
  draft: string;
  label: string;
  submitLabel: string;
  /** The text to edit; empty for a new one. */
  initial?: string;
  autoFocus?: boolean;
  disabledReason?: string | undefined;
  /** Sends the text. If it rejects, the text stays in the field. */
  onSend: (markdown: string) => Promise<unknown>;
  onCancel?: () => void;
  hint?: ReactNode;
}

/** The comment was deleted together with this field, so its text is offered for copying. */
function showUnsentText(text: string): void {
  toast('This comment was deleted.', {
    tone: 'failed',
    durationMs: Infinity,
    detail: 'Your text was not sent.',
    action: { label: 'Copy text', run: () => void copyText(text) },
  });
}

function tooLongReason(text: string): string | false {
  // A string never has more code points than UTF-16 units, and units are counted faster.
  if (text.length <= maxCommentLength || codePointLength(text) <= maxCommentLength) return false;
  return `Must be at most ${formatNumber(maxCommentLength)} characters (now ${formatNumber(codePointLength(text))}).`;
}

/** A Markdown field for comments: `@` mentions people, Ctrl or Cmd with Enter submits. Drafts survive a reload. */
export function Composer(props: ComposerProps) {
  const {
    organizationId,
    label,
    submitLabel,
    initial = '',
    autoFocus,
    disabledReason,
    onSend,
    onCancel,
  } = props;
  const id = useId();
  const draft = useDraft(commentDraftName(props.draft));
  const [isEdited, setTouched] = useState(draft.text !== '');
  const [mention, setMention] = useState<Mention | null>(null);
  const [active, setActive] = useState(0);
  const [state, setState] = useState<{ pending: boolean; error?: unknown }>({ pending: false });
  const text = isEdited ? draft.text : initial;
  const matches = useMentionMatches(organizationId, mention?.query);
  const invalidReason = (text.trim() === '' && 'Enter a text.') || tooLongReason(text);

  const setText = (next: string) => {
    setTouched(true);
    draft.setText(next);
  };
  const send = async () => {
    if (invalidReason || state.pending || disabledReason) return;
    setState({ pending: true });
    try {
      await onSend(text);
      draft.setText('');
      setTouched(false);
      setState({ pending: false });
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone) showUnsentText(text);
      setState({ pending: false, ...(!isGone && { error }) });
    }
  };
  const pick = (name: string) => {
    if (!mention) return;
    const done = completeMention(text, mention, name);
    setText(done.text);
    setMention(null);
    const field = document.getElementById(id);
    requestAnimationFrame(() => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(done.caret, done.caret);
    });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
      return;
    }
    if (mention && matches.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActive((active + step + matches.length) % matches.length);
      else if (event.key === 'Enter' || event.key === 'Tab') pick(matches[active]?.displayName ?? '');
      else if (event.key === 'Escape') setMention(null);
      else return;
      event.preventDefault();
      return;
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (onCancel) onCancel();
    else if (event.target instanceof HTMLElement) event.target.blur();
  };

  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <Textarea
          id={id}
          dir="auto"
          value={text}
          placeholder={label}
          autoFocus={autoFocus}
          readOnly={Boolean(disabledReason)}
          aria-invalid={tooLongReason(text) ? true : undefined}
          aria-describedby={`${id}-remark`}
          aria-autocomplete="list"
          aria-controls={mention && matches.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={mention && matches.length > 0 ? `${id}-people-${active}` : undefined}
          className="w-full"
          onChange={({ target }) => {
            setText(target.value);
            setMention(mentionBefore(target.value, target.selectionStart));
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
          onBlur={() => setMention(null)}
        />
        {mention && matches.length > 0 && (
          <MentionList id={`${id}-people`} people={matches} active={active} onPick={pick} />
        )}
      </div>
      <p id={`${id}-remark`} role="status" className="mt-1 text-xs text-danger-ink empty:hidden">
        {tooLongReason(text)}
      </p>
      {state.error !== undefined && (
        <Callout tone="danger" urgent className="mt-2">
          {errorMessage(state.error)}
        </Callout>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          tone="primary"
          size="small"
          icon={<Send />}
          pending={state.pending}
          disabledReason={disabledReason ?? invalidReason}
          onClick={() => void send()}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              draft.discard();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        {draft.isRestored && <span className="text-xs text-ink-soft">Unsent draft</span>}
        {props.hint}
      </div>
    </div>
  );
}
