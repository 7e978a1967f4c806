import { MessageSquareDiff } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { Comment } from '#api/generated/types.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { groupBy } from '#src/lib/arrays.ts';
import { findPassage, type Passage, type PassageLines, passageMissing } from '#src/lib/compare/passage.ts';
import { Callout, QuoteCallout } from '#src/ui/callout.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { CommentContext } from '../actions.ts';
import { useTakesSuggestions } from '../capabilities.ts';
import { ThreadCard } from '../thread.tsx';
import { isApplicable } from './apply-suggestions.ts';
import {
  keyOf,
  listSuggestionDrafts,
  readSuggestionDraft,
  type SuggestionDraft,
} from './suggestion-drafts.ts';

const loadForm = () => import('./suggestion-form.tsx');
const SuggestionForm = lazyPart(async () => ({ default: (await loadForm()).SuggestionForm }));
const ApplyAll = lazyPart(async () => ({ default: (await import('./suggestion.tsx')).ApplyAll }));

interface PageSuggestionsOptions {
  context: CommentContext & { changeRequestId: string };
  pageId: string;
  /** The text on the screen. */
  revision: string;
  documentId: string | undefined;
  /** The comments on the page. */
  threads: readonly Comment[];
  /** The selected passage of a first suggestion, and the text on the screen. */
  passage: (Passage & { source: string }) | undefined;
  /** Whether the page has a text in the change request. */
  canSelect: boolean;
  /** Why the person can't suggest anything. */
  disabledReason: string | undefined;
}

interface OpenForm {
  draft: SuggestionDraft;
  autoFocus: boolean;
}

/** The forms with one more, which gets the focus. */
const withForm = (forms: readonly OpenForm[], draft: SuggestionDraft): OpenForm[] => [
  ...forms.filter((form) => keyOf(form.draft) !== keyOf(draft)),
  { draft, autoFocus: true },
];

/** Whether a suggestion is shown below its lines: in the source of a page, or below the block that has them. */
export const isOnLines = isApplicable;

/** Focuses the number of a line in the source of a page, or the block that has it; false where neither is in the window. */
function focusLine(line: number): boolean {
  const blocks = [...document.querySelectorAll<HTMLElement>('[data-first-line]')];
  const block = blocks.findLast(({ dataset }) => Number(dataset.firstLine) <= line);
  const target =
    document.querySelector<HTMLElement>(`button[data-line="${line}"]`) ??
    block?.closest<HTMLElement>('[role="listitem"]');
  target?.focus({ preventScroll: true });
  return target != null;
}

/** How long a new text may take to appear, in ms. */
const MAX_WAIT_MS = 2000;

/** Where the text that had the focus was replaced, the focus goes to a line of the new one. */
function focusLineOnceLost(line: number): void {
  const end = performance.now() + MAX_WAIT_MS;
  const tryIt = () => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.id !== 'main') return;
    if (!focusLine(line) && performance.now() < end) requestAnimationFrame(tryIt);
  };
  tryIt();
}

/**
 * Keeps the focus at the lines of a suggestion that was applied: it is no longer below them, and the text, which comes
 * before or after that, is a new one.
 */
function useFocusAfterApplying(threads: readonly Comment[], documentId: string | undefined): void {
  const endLines = useRef<ReadonlyMap<string, number>>(new Map());
  const applied = useRef<{ line: number; until: number }>(undefined);
  const state = threads.map(({ id, suggestion }) => `${id} ${suggestion?.applied?.at}`).join();
  const follow = useEffectEvent(() => {
    const [line] = threads.flatMap(({ id, suggestion }) =>
      suggestion?.applied ? (endLines.current.get(id) ?? []) : [],
    );
    if (line !== undefined) applied.current = { line, until: performance.now() + MAX_WAIT_MS };
    endLines.current = new Map(
      threads.filter(isOnLines).map(({ id, suggestion }) => [id, suggestion?.endLine ?? 0]),
    );
    const { current } = applied;
    if (current && performance.now() < current.until) focusLineOnceLost(current.line);
  });
  useEffect(() => follow(), [state, documentId]);
}

/** The forms of suggestions that are not sent, and one for the selected passage. */
function useSuggestionForms(
  { context, pageId, revision, documentId, passage }: PageSuggestionsOptions,
  selected: PassageLines | false | null | undefined,
) {
  const draftFor = ({ startLine, endLine }: PassageLines, original: string): SuggestionDraft => {
    const draft = { revision, documentId: documentId ?? '', startLine, endLine, original, text: original };
    return readSuggestionDraft(context, pageId, draft) ?? draft;
  };
  const [forms, setForms] = useState<readonly OpenForm[]>(() => {
    const draftForms = listSuggestionDrafts(context, pageId).map((draft) => ({ draft, autoFocus: false }));
    if (!selected || !passage) return draftForms;
    const lines = passage.source.split('\n').slice(selected.startLine - 1, selected.endLine);
    return withForm(draftForms, draftFor(selected, lines.join('\n')));
  });
  return {
    forms,
    /** Replaces or closes a form. */
    change: (changed: OpenForm, next: OpenForm | null) =>
      setForms((before) =>
        before.flatMap((form) => (keyOf(form.draft) === keyOf(changed.draft) ? (next ?? []) : form)),
      ),
    /** Opens a form for lines. */
    suggest: (lines: PassageLines, original: string) => {
      const draft = draftFor(lines, original);
      setForms((before) => withForm(before, draft));
    },
  };
}

/**
 * Suggestions on the lines of a page: what selected lines are for, what is below a line, and what is above all of them.
 */
// oxlint-disable-next-line max-lines-per-function -- forms are rendered below their lines or above all of them
export function usePageSuggestions(options: PageSuggestionsOptions) {
  const { context, pageId, documentId, threads, passage, canSelect, disabledReason } = options;
  const takesSuggestions = useTakesSuggestions();
  const canSuggest = takesSuggestions && canSelect && disabledReason === undefined;
  const [selected] = useState(() => passage && canSuggest && findPassage(passage.source, passage));
  const { forms, change, suggest } = useSuggestionForms(options, selected);
  useFocusAfterApplying(threads, documentId);
  const onLines = groupBy(threads.filter(isOnLines), ({ suggestion }) => suggestion?.endLine ?? 0);
  const isInPlace = ({ draft }: OpenForm) => draft.documentId === documentId;
  const renderForm = (form: OpenForm) => (
    <Suspense key={keyOf(form.draft)} fallback={<SkeletonRows label="Suggestion" />}>
      <SuggestionForm
        context={context}
        pageId={pageId}
        draft={form.draft}
        autoFocus={form.autoFocus}
        // Only once: it is mounted again when it has been scrolled out of the window and back.
        onFocus={() => form.autoFocus && change(form, { ...form, autoFocus: false })}
        onClose={() => {
          change(form, null);
          focusLine(form.draft.endLine);
        }}
      />
    </Suspense>
  );
  const renderBelow = (line: number): ReactNode => (
    <>
      {onLines.get(line)?.map((comment) => (
        <ThreadCard key={comment.id} comment={comment} className="m-2 max-w-3xl" />
      ))}
      {forms.filter((form) => isInPlace(form) && form.draft.endLine === line).map(renderForm)}
    </>
  );
  const remainingForms = forms.filter((form) => !isInPlace(form));
  const formLines = forms.filter(isInPlace).map(({ draft }) => draft.endLine);
  return {
    lineTools: {
      lines: new Set([...onLines.keys(), ...formLines]),
      renderBelow,
      ...(takesSuggestions &&
        canSelect && {
          action: {
            label: 'Suggest change',
            icon: <MessageSquareDiff />,
            keys: 's',
            disabledReason,
            prepare: () => void loadForm().catch(() => undefined),
            run: suggest,
          },
        }),
    },
    above: (
      <>
        <PassageNotices
          passage={passage}
          isMissing={selected === undefined}
          disabledReason={disabledReason}
        />
        {threads.filter(isApplicable).length > 1 && (
          <Suspense>
            <ApplyAll comments={threads} />
          </Suspense>
        )}
        {remainingForms.length > 0 && (
          <Callout
            tone="warning"
            title="Unsent suggestions for an earlier version of this page"
            className="mb-3"
          >
            {remainingForms.map(renderForm)}
          </Callout>
        )}
      </>
    ),
  };
}

interface PassageNoticesProps extends Pick<PageSuggestionsOptions, 'passage' | 'disabledReason'> {
  /** Whether the text on the screen doesn't have it. */
  isMissing: boolean;
}

/** Why nothing can be suggested for the selected passage. */
function PassageNotices({ passage, isMissing, disabledReason }: PassageNoticesProps) {
  if (!passage) return null;
  return (
    <>
      {isMissing && <QuoteCallout title={passageMissing} quote={passage.text} className="mb-3" />}
      {disabledReason !== undefined && (
        <Callout tone="warning" title="You can’t suggest changes here" className="mb-3">
          {disabledReason}
        </Callout>
      )}
    </>
  );
}
