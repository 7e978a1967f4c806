import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState, useDeferredValue } from 'react';
import { listMembersOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { User } from '#api/generated/types.gen.ts';
import { ApiError, errorMessage } from '#src/api/errors.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { copyText } from '#src/components/clipboard/copy-button.tsx';
import { useStaleGuard } from '#src/components/form/stale-edit.tsx';
import { useDraft } from '#src/components/tab-drafts/use-draft.ts';
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
  return {
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

/** Completes the mention that is typed in a field. */
function useMentionCompletion(organizationId: string, fieldId: string) {
  const [mention, setMention] = useState<Mention | null>(null);
  const [active, setActive] = useState(0);
  const matches = useMentionMatches(organizationId, mention?.query);
  return {
    people: matches,
    active,
    onEdit: ({ value, selectionStart }: HTMLTextAreaElement) => {
      setMention(mentionBefore(value, selectionStart));
      setActive(0);
    },
    close: () => setMention(null),
    moveBy: (step: number) => setActive((active + step + matches.length) % matches.length),
    /** Returns the text with the name. */
    complete: (text: string, name: string): string => {
      if (!mention) return text;
      const completion = completeMention(text, mention, name);
      setMention(null);
      const field = document.getElementById(fieldId);
      requestAnimationFrame(() => {
        if (field instanceof HTMLTextAreaElement) field.setSelectionRange(completion.caret, completion.caret);
      });
      return completion.text;
    },
  };
}

/** A Markdown field for comments: `@` mentions people, Ctrl or Cmd with Enter submits. Drafts survive a reload. */
// oxlint-disable-next-line max-lines-per-function -- the keys of the field choose between mention, sending and closing
export function Composer(props: ComposerProps) {
  const { organizationId, label, submitLabel, autoFocus, disabledReason, onCancel } = props;
  const id = useId();
  const draft = useDraftSending(props);
  const { text, setText } = draft;
  const mention = useMentionCompletion(organizationId, id);
  const { people, active } = mention;
  const pick = (name: string) => setText(mention.complete(text, name));
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.send();
    else if (people.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) mention.moveBy(step);
      else if (event.key === 'Enter' || event.key === 'Tab') pick(people[active]?.displayName ?? '');
      else if (event.key === 'Escape') mention.close();
      else return;
    } else if (event.key !== 'Escape') return;
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
          aria-controls={people.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={people.length > 0 ? `${id}-people-${active}` : undefined}
          className="w-full"
          onChange={({ target }) => {
            setText(target.value);
            mention.onEdit(target);
          }}
          onKeyDown={handleKeyDown}
          onBlur={mention.close}
        />
        {people.length > 0 && (
          <MentionList id={`${id}-people`} people={people} active={active} onPick={pick} />
        )}
      </div>
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
