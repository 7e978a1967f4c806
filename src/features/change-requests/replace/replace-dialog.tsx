import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { editChangeRequestContentMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { type ApiError, errorMessage, fieldErrors } from '#src/api/errors.ts';
import { useSupports } from '#src/api/extensions.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { deleteDraft, readFormDraft, writeDraft } from '#src/components/drafts/drafts.ts';
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
import { noEditingReason } from '../labels.ts';
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
function failureOf(error: ApiError, edited: readonly string[]): string {
  for (const [field, message] of fieldErrors(error)) {
    const place = /^changes\[(\d+)\]/.exec(field)?.[1];
    const title = place === undefined ? undefined : edited[Number(place)];
    if (title !== undefined) return `“${title}”: ${message}`;
  }
  return errorMessage(error);
}

function limitsOf({ isCut, skippedPages }: FoundInPages): string {
  return [
    isCut && `Only the first ${formatNumber(maxMatches)} matches are listed.`,
    skippedPages > 0 && `${formatCount(skippedPages, 'page')} not searched: there are too many.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface ReplaceDialogProps {
  target: Target;
  onClose: () => void;
}

/** Finds a text in all pages of a change request, and replaces it where chosen, in one revision. */
export function ReplaceDialog({ target: { path, changeRequest }, onClose }: ReplaceDialogProps) {
  const queryClient = useQueryClient();
  const draftName = `replace.${changeRequest.id}`;
  const [values, setValues] = useState<Values>(() => ({ ...noValues, ...readFormDraft<Values>(draftName) }));
  const [searched, setSearched] = useState<Values | null>(null);
  /** The revision that was known when the search began; the search may have read a newer one. */
  const [knownRevision, setKnownRevision] = useState(changeRequest.revision);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const scan = useScan((onProgress) => findInPages(queryClient, path, values, onProgress), 'page');
  const write = useApiMutation(editChangeRequestContentMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const { query, matchCase, wholeWords, replacement } = values;
  const isFor = (other: Values | null) =>
    other?.query === query && other.matchCase === matchCase && other.wholeWords === wholeWords;
  const scanResults = isFor(searched) ? scan.found : null;
  const pages = scanResults?.pages ?? [];
  const edits = replacementEdits(pages, excluded, replacement);
  // A repeated request is compared with its own newer revision: then it gets the answer that was lost.
  const isUncertain = write.error !== null && (write.error.status === 0 || write.error.status >= 500);
  const isStale =
    scanResults !== null &&
    ![scanResults.revision, knownRevision].includes(changeRequest.revision) &&
    !isUncertain;
  const count = pages.reduce((sum, { matches }) => sum + matches.length, 0) - excluded.size;
  const change = (next: Partial<Values>) => {
    const all = { ...values, ...next };
    setValues(all);
    writeDraft(draftName, JSON.stringify(all));
  };
  const find = (event?: FormEvent) => {
    event?.preventDefault();
    if (query === '' || scan.progress !== null) return;
    setSearched(values);
    setKnownRevision(changeRequest.revision);
    setExcluded(new Set());
    write.reset();
    scan.start();
  };
  const replace = async () => {
    const body = { changes: edits, revision: scanResults?.revision ?? changeRequest.revision };
    await write.mutateAsync({ path, body });
    deleteDraft(draftName);
    toast(`Replaced ${formatCount(count, 'match', 'matches')} on ${formatCount(edits.length, 'page')}`);
    onClose();
  };
  const isPossible = useSupports('editChangeRequestContent') !== false;
  const deniedReason =
    (!isPossible && noEditingReason) ||
    (scanResults === null && 'Find matches first.') ||
    (isStale && 'The change request has changed. Find again.') ||
    (count === 0 && 'No matches selected.') ||
    (edits.length > maxEditsPerRequest &&
      `You can change at most ${formatCount(maxEditsPerRequest, 'page')} at once.`);
  const edited = edits.map(({ page }) => pages.find(({ id }) => id === page)?.title ?? '');
  const limits = scanResults && limitsOf(scanResults);
  return (
    <Dialog
      size="large"
      title="Find and replace"
      description={
        isPossible
          ? 'In the Markdown of all pages of this change request. Nothing changes until you replace.'
          : `In the Markdown of all pages of this change request. ${noEditingReason}`
      }
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
            {scanResults && count > 0 ? `Replace ${formatNumber(count)}` : 'Replace'}
          </Button>
        </>
      }
    >
      <form className="mb-4 flex flex-col gap-3" onSubmit={find}>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Find">
            {(control) => (
              <Input
                {...control}
                value={query}
                maxLength={maxLength}
                dir="auto"
                onChange={({ target }) => change({ query: target.value })}
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
                onChange={({ target }) => change({ replacement: target.value })}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LabelledCheckbox
            label="Match case"
            checked={matchCase}
            onChange={({ target }) => change({ matchCase: target.checked })}
          />
          <LabelledCheckbox
            label="Whole words"
            checked={wholeWords}
            onChange={({ target }) => change({ wholeWords: target.checked })}
          />
          <Button
            type="submit"
            className="ml-auto"
            pending={scan.progress !== null}
            disabledReason={query === '' && 'Enter a text to find.'}
          >
            Find
          </Button>
        </div>
      </form>
      <p role="status" className="mb-3 text-ink-soft empty:hidden">
        {scan.progress ??
          (scanResults &&
            (count + excluded.size === 0
              ? 'No matches'
              : `${formatCount(count + excluded.size, 'match', 'matches')} on ${formatCount(pages.length, 'page')}. ${limits}`))}
      </p>
      {scan.error !== null && (
        <Callout tone="danger" urgent className="mb-3">
          {errorMessage(scan.error)}
        </Callout>
      )}
      {write.error && (
        <Callout tone="danger" urgent className="mb-3" title="Nothing was replaced">
          {failureOf(write.error, edited)}
        </Callout>
      )}
      <MatchList pages={pages} replacement={replacement} excluded={excluded} onExclude={setExcluded} />
    </Dialog>
  );
}
