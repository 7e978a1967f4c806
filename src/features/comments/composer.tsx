import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState, useDeferredValue } from 'react';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { User } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { useDraft } from '#src/components/drafts/use-draft.ts';
import { useStaleGuard } from '#src/components/form/stale-edit.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Person } from '#src/domain/people/person.tsx';
import { sortByRelevance, matchLevel } from '#src/lib/compare/match-text.ts';
import { codePointLength } from '#src/lib/text/code-points.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { commentDraftName } from './actions.ts';
import { completeMention, type Mention, mentionBefore } from './mention.ts';

/** People whose names match the text after an `@`; empty while no mention is typed. */
function useMentionMatches(organizationId: string, typed: string | undefined): User[] {
  const search = useDeferredValue(typed?.trim());
  const memberSearch = useQuery({
    ...listMembersOptions({ path: { organizationId }, query: { limit: 6, ...(search && { search }) } }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    // Users who can't list members type names by hand.
    retry: false,
  });
  if (typed === undefined || memberSearch.isError) return [];
  const people = (memberSearch.data?.items ?? []).map(({ user }) => user);
  // Results of the previous query are filtered by the current one.
  const isPreviousResult = search !== typed.trim() || isAwaitingResponse(memberSearch);
  const matching = isPreviousResult
    ? people.filter((user) => matchLevel(typed, textsOf(user)) !== 'none')
    : people;
  return [...sortByRelevance(typed, matching, textsOf)];
}

const textsOf = ({ displayName, email }: User) => ({ label: displayName, detail: email });

interface MentionListProps {
  id: string;
  people: readonly User[];
  active: number;
  onPick: (name: string) => void;
}

/** The people to choose from, controlled by the field above. */
function MentionList({ id, people, active, onPick }: MentionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People"
      className="absolute inset-x-0 top-full z-10 mt-1 max-w-sm rounded-md border border-line bg-surface p-1 shadow-floating"
    >
      {people.map((person, index) => (
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          className="menu-entry items-center!"
          // Before the field loses focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person.displayName);
          }}
        >
          <Person user={person} />
        </div>
      ))}
    </div>
  );
}

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
  /** Reads the current text, so that a change in another window is not overwritten. */
  fetchCurrent?: () => Promise<string>;
  /** Sends the text. If it rejects, the text stays in the field. */
  onSend: (markdown: string) => Promise<unknown>;
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

/** A Markdown field for comments: `@` mentions people, Ctrl or Cmd with Enter submits. Drafts survive a reload. */
export function Composer(props: ComposerProps) {
  const { organizationId, label, submitLabel, initial = '', autoFocus, disabledReason, onCancel } = props;
  const id = useId();
  const draft = useDraft(commentDraftName(props.draft), initial);
  const stale = useTextGuard(props, draft.base);
  const [isEdited, setEdited] = useState(draft.text !== '');
  const [mention, setMention] = useState<Mention | null>(null);
  const [active, setActive] = useState(0);
  const [state, setState] = useState<{ pending: boolean; error?: unknown }>({ pending: false });
  const text = isEdited ? draft.text : initial;
  const matches = useMentionMatches(organizationId, mention?.query);
  const isRequired = props.renderAbove === undefined;
  const invalidReason =
    props.invalidReason || (isRequired && text.trim() === '' && 'Enter a text.') || tooLongReason(text);

  const setText = (next: string) => {
    setEdited(true);
    draft.setText(next);
  };
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
  const pick = (name: string) => {
    if (!mention) return;
    const completion = completeMention(text, mention, name);
    setText(completion.text);
    setMention(null);
    const field = document.getElementById(id);
    requestAnimationFrame(() => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(completion.caret, completion.caret);
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
    if (onCancel) onCancel(false);
    else if (event.target instanceof HTMLElement) event.target.blur();
  };

  return (
    <div>
      {props.renderAbove?.(handleKeyDown)}
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
              onCancel(true);
            }}
          >
            Cancel
          </Button>
        )}
        {draft.isRestored && <span className="text-xs text-ink-soft">Unsent draft</span>}
        {props.hint}
      </div>
      {stale.dialog}
    </div>
  );
}
