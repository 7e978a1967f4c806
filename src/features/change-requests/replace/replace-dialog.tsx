import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { type ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/tab-drafts/tab-drafts.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import type { FindOptions } from '#src/lib/compare/find-replace.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { Target } from '../actions.ts';
import { maxEditsPerRequest } from '../conflicts/resolution.ts';
import { useNoEditingReason } from '../denial-reasons.ts';
import { changeRequestInvalidations } from '../queries.ts';
import { useScan } from '../views/scan-result.tsx';
import { findInPages, type FoundInPages, maxMatches, replacementEdits } from './find-in-pages.ts';
import { MatchList } from './match-list.tsx';

/** Characters of both fields. */
const maxLength = 1000;

interface Values extends FindOptions {
  replacement: string;
}

const noValues: Values = { query: '', replacement: '', matchCase: false, wholeWords: false };

/** Why nothing was replaced, with the page that the server names. */
function failureOf(
  error: ApiError,
  edits: ReturnType<typeof replacementEdits>,
  pages: FoundInPages['pages'],
): string {
  for (const [field, message] of fieldErrors(error)) {
    const place = /^changes\[(\d+)\]/.exec(field)?.[1];
    const edit = place === undefined ? undefined : edits[Number(place)];
    const title = edit && (pages.find(({ id }) => id === edit.page)?.title ?? '');
    if (title !== undefined) return `“${title}”: ${message}`;
  }
  return errorMessage(error);
}

/**
 * Whether a request may have been carried out although it failed. Repeated, it is compared with its own newer revision,
 * so that it gets the answer that was lost.
 */
const mayBeDone = (error: ApiError | null) => error !== null && (error.status === 0 || error.status >= 500);

function limitsOf({ isCut, skippedPages }: FoundInPages): string {
  return [
    isCut && `Only the first ${formatNumber(maxMatches)} matches are listed.`,
    skippedPages > 0 && `${formatCount(skippedPages, 'page')} not searched: there are too many.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function describeResults(results: FoundInPages, matchCount: number): string {
  if (matchCount === 0) return 'No matches';
  const places = `${formatCount(matchCount, 'match', 'matches')} on ${formatCount(results.pages.length, 'page')}`;
  return `${places}. ${limitsOf(results)}`;
}

interface ReplaceDialogProps {
  target: Target;
  onClose: () => void;
}

/** The typed values, which survive a reload. */
function useDraftValues(draftName: string) {
  const [values, setValues] = useState<Values>(() => ({ ...noValues, ...readFormDraft<Values>(draftName) }));
  const change = (next: Partial<Values>) => {
    const all = { ...values, ...next };
    setValues(all);
    writeDraft(draftName, JSON.stringify(all));
  };
  return { values, change };
}

/** The search of all pages for the typed values; its matches are null until it has been run for them. */
function useMatchSearch({ path, changeRequest }: Target, values: Values) {
  const queryClient = useQueryClient();
  const [searched, setSearched] = useState<Values | null>(null);
  /** The revision that was known when the search began; the search may have read a newer one. */
  const [knownRevision, setKnownRevision] = useState(changeRequest.revision);
  const scan = useScan((onProgress) => findInPages(queryClient, path, values, onProgress), 'page');
  const isCurrent =
    searched?.query === values.query &&
    searched.matchCase === values.matchCase &&
    searched.wholeWords === values.wholeWords;
  const results = isCurrent ? scan.found : null;
  return {
    results,
    progress: scan.progress,
    error: scan.error,
    isStale: results !== null && ![results.revision, knownRevision].includes(changeRequest.revision),
    start: () => {
      setSearched(values);
      setKnownRevision(changeRequest.revision);
      scan.start();
    },
  };
}

/** Finds a text in all pages of a change request, and replaces it where chosen, in one revision. */
// oxlint-disable-next-line max-lines-per-function -- search, choice and replacement are steps of one dialog
export function ReplaceDialog({ target, onClose }: ReplaceDialogProps) {
  const { path, changeRequest } = target;
  const draftName = `replace.${changeRequest.id}`;
  const { values, change } = useDraftValues(draftName);
  const search = useMatchSearch(target, values);
  const { results } = search;
  const { replacement } = values;
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const write = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const pages = results?.pages ?? [];
  const edits = replacementEdits(pages, excluded, replacement);
  const matchCount = pages.reduce((sum, { matches }) => sum + matches.length, 0);
  const count = matchCount - excluded.size;
  const find = () => {
    setExcluded(new Set());
    write.reset();
    search.start();
  };
  const replace = async () => {
    const body = { changes: edits, revision: results?.revision ?? changeRequest.revision };
    await write.mutateAsync({ path, body });
    deleteDraft(draftName);
    toast(`Replaced ${formatCount(count, 'match', 'matches')} on ${formatCount(edits.length, 'page')}`);
    onClose();
  };
  const noEditing = useNoEditingReason();
  const deniedReason =
    noEditing ||
    (results === null && 'Find matches first.') ||
    (search.isStale && !mayBeDone(write.error) && 'The change request has changed. Find again.') ||
    (count === 0 && 'No matches selected.') ||
    (edits.length > maxEditsPerRequest &&
      `You can change at most ${formatCount(maxEditsPerRequest, 'page')} at once.`);
  return (
    <Dialog
      size="large"
      title="Find and replace"
      description={`In the Markdown of all pages of this change request. ${noEditing ?? 'Nothing changes until you replace.'}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone={deniedReason ? 'neutral' : 'primary'}
            disabledReason={deniedReason}
            pending={write.isPending}
            onClick={() => void replace().catch(() => undefined)}
          >
            {results && count > 0 ? `Replace ${formatNumber(count)}` : 'Replace'}
          </Button>
        </>
      }
    >
      <SearchForm values={values} isSearching={search.progress !== null} onChange={change} onFind={find} />
      <p role="status" className="mb-3 text-ink-soft empty:hidden">
        {search.progress ?? (results && describeResults(results, matchCount))}
      </p>
      {search.error !== null && (
        <Callout tone="danger" urgent className="mb-3">
          {errorMessage(search.error)}
        </Callout>
      )}
      {write.error && (
        <Callout tone="danger" urgent className="mb-3" title="Nothing was replaced">
          {failureOf(write.error, edits, pages)}
        </Callout>
      )}
      <MatchList pages={pages} replacement={replacement} excluded={excluded} onExclude={setExcluded} />
    </Dialog>
  );
}

interface SearchFormProps {
  values: Values;
  isSearching: boolean;
  onChange: (next: Partial<Values>) => void;
  onFind: () => void;
}

function SearchForm({ values, isSearching, onChange, onFind }: SearchFormProps) {
  const { query, replacement, matchCase, wholeWords } = values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (query !== '' && !isSearching) onFind();
  };
  return (
    <form className="mb-4 flex flex-col gap-3" onSubmit={submit}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Find">
          {(control) => (
            <Input
              {...control}
              value={query}
              maxLength={maxLength}
              dir="auto"
              onChange={({ target }) => onChange({ query: target.value })}
            />
          )}
        </Field>
        <Field label="Replace with" optional>
          {(control) => (
            <Input
              {...control}
              value={replacement}
              maxLength={maxLength}
              dir="auto"
              onChange={({ target }) => onChange({ replacement: target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <LabelledCheckbox
          label="Match case"
          checked={matchCase}
          onChange={({ target }) => onChange({ matchCase: target.checked })}
        />
        <LabelledCheckbox
          label="Whole words"
          checked={wholeWords}
          onChange={({ target }) => onChange({ wholeWords: target.checked })}
        />
        <Button
          type="submit"
          className="ml-auto"
          pending={isSearching}
          disabledReason={query === '' && 'Enter a text to find.'}
        >
          Find
        </Button>
      </div>
    </form>
  );
}
