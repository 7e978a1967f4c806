import type { ReactNode } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { applyImportMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { ContentImportRun, ImportChoices } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, RadioField } from '#src/components/form/fields.tsx';
import { FormError } from '#src/components/form/form-validation.tsx';
import { formatSize } from '#src/lib/text/file-size.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { kindLabel } from './labels.ts';
import type { ImportPath } from './queries.ts';

interface Values {
  books: NonNullable<ImportChoices['books']>;
  makeSite: boolean;
  headingsAsPages: boolean;
  fetchPictures: boolean;
  /** Whether each book comes in. */
  included: boolean[];
}

interface PlanFormProps {
  path: ImportPath;
  run: ContentImportRun;
  /** The button that gives the import up. */
  cancel: ReactNode;
}

/** The choices of a run that waits for them. */
function usePlan({ path, run }: Omit<PlanFormProps, 'cancel'>) {
  const { recognized } = run;
  const books = recognized?.books ?? [];
  const intoSpace = run.target.space !== undefined;
  const apply = useApiMutation(applyImportMutation(), {
    invalidates: [{ operation: 'getImport', path: { ...path } }],
  });
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: {
      books: books.length > 1 && !intoSpace ? 'collection' : 'space',
      makeSite: recognized?.site !== undefined && !intoSpace,
      headingsAsPages: false,
      fetchPictures: false,
      included: books.map(() => true),
    },
  });
  const included = useWatch({ control, name: 'included' });
  const submit = handleSubmit(async ({ included: _included, ...values }) => {
    const leaveOut = books.flatMap((_book, position) => (included[position] === true ? [] : [position]));
    const choices: ImportChoices = {
      ...values,
      ...(leaveOut.length > 0 && { leaveOut }),
      ...(run.target.mode && { mode: run.target.mode }),
    };
    await apply.mutateAsync({ path, body: choices }).catch(() => undefined);
  });
  return { control, submit, apply, chosen: books.filter((_, position) => included[position] === true) };
}

/** What was recognized, with the choice of what becomes of it. */
export function PlanForm({ path, run, cancel }: PlanFormProps) {
  const { recognized } = run;
  const pictures = recognized?.pictures ?? 0;
  const intoSpace = run.target.space !== undefined;
  const { control, submit, apply, chosen } = usePlan({ path, run });
  return (
    <form aria-label="What becomes of it" noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {recognized && <Recognized {...recognized} control={control} />}
      {chosen.length > 1 && !intoSpace && (
        <RadioField
          control={control}
          name="books"
          label="What the books become"
          options={[
            { value: 'collection', label: 'A collection with a space for each book' },
            { value: 'space', label: 'One space with a group for each book' },
          ]}
        />
      )}
      {recognized?.site && !intoSpace && (
        <CheckboxField
          control={control}
          name="makeSite"
          label={`Make the site “${recognized.site.title}”`}
          hint="With its sections and paths. It is published when you say so."
        />
      )}
      {isDocument(run) && (
        <CheckboxField
          control={control}
          name="headingsAsPages"
          label="A page for each heading of the first two levels"
        />
      )}
      {pictures > 0 && recognized?.kind !== 'website' && (
        <CheckboxField
          control={control}
          name="fetchPictures"
          label={`Fetch ${formatCount(pictures, 'picture')} of other hosts`}
          hint="They become files of the space. What can't be fetched stays at its address."
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" pending={apply.isPending} disabled={chosen.length === 0}>
          {`Import ${formatCount(
            chosen.reduce((sum, { pages }) => sum + pages, 0),
            'page',
          )}`}
        </Button>
        {cancel}
      </div>
      {apply.error && <FormError error={apply.error} fields={new Set()} />}
    </form>
  );
}

/** Whether it is one text with headings, which can become pages. */
const isDocument = ({ from, source, recognized }: ContentImportRun): boolean =>
  source === 'docx' || /\.docx$/i.test(from) || recognized?.kind === 'google-docs';

/** What the source is, with its books. */
function Recognized({
  kind,
  books,
  site,
  files,
  bytes,
  control,
}: NonNullable<ContentImportRun['recognized']> & Pick<UseFormReturn<Values>, 'control'>) {
  return (
    <>
      <div>
        <h2 className="font-semibold">
          This is {kindLabel(kind)}
          {site && `: the site “${site.title}”`}
        </h2>
        <p className="text-ink-soft">
          {formatCount(files, 'file')}, {formatSize(bytes)}. Nothing has been written yet.
        </p>
      </div>
      <ul aria-label="Books" className="divide-y divide-line rounded-lg border border-line">
        {books.map((book, position) => (
          <li key={`${book.root} ${book.title}`} className="flex items-baseline gap-3 px-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {books.length > 1 ? (
                <CheckboxField
                  control={control}
                  name={`included.${position}`}
                  label={book.title}
                  hint={book.root}
                />
              ) : (
                <>
                  <span className="font-medium">{book.title}</span>
                  {book.root !== '' && <code className="ml-2 text-xs text-ink-soft">{book.root}</code>}
                </>
              )}
            </span>
            <span className="text-ink-soft tabular-nums">
              {formatCount(book.pages, 'page')}
              {book.files > 0 && `, ${formatCount(book.files, 'file')}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
