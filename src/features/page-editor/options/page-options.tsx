import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  listChangeRequestFilesOptions,
  listSpacePagesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Page, PageLayout } from '#api/generated/types.gen.ts';
import { IconInput } from '#src/domain/icons/icon-field.tsx';
import { IconHint } from '#src/domain/icons/named-icon.tsx';
import type { FieldChanges } from '#src/domain/page-drafts/page-drafts.ts';
import { useHasVariables } from '#src/domain/variables/capabilities.ts';
import { VariableRows } from '#src/domain/variables/variable-rows.tsx';
import { pictureUrl } from '#src/lib/text/urls.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field, type FieldControl } from '#src/ui/form/field.tsx';
import { Input, Textarea } from '#src/ui/form/input.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { fieldLabels, layoutPartLabels, layoutParts, toLayout } from '../session/page-fields.ts';
import { SaveStatus } from '../session/save-status.tsx';
import type { EditedPage } from '../session/session-server.ts';
import { unsavedFilesOf } from '../session/unsaved-files.ts';
import { fileAddress } from '../text/text-files.ts';
import { CoverDialog } from './cover-dialog.tsx';
import { describePath, pathWith, placeOf } from './page-place.ts';

const pageOptionsLabel = 'Page options';

interface PageOptionsProps {
  page: EditedPage;
  session: EditSession;
  /** The pages of the change request. */
  pages: readonly Page[];
  place: 'beside' | 'dialog';
  onSave: () => void;
  onClose: () => void;
}

/** The fields of a page beside title and text. Saved with the text. */
export function PageOptions({ place, onSave, onClose, ...fields }: PageOptionsProps) {
  const isSaved = useStore(fields.session.state).kind === 'saved';
  if (place === 'dialog') {
    return (
      <Dialog
        title={pageOptionsLabel}
        shape="panel"
        onClose={onClose}
        footer={
          <>
            <SaveStatus session={fields.session} />
            <Button
              tone={isSaved ? 'neutral' : 'primary'}
              disabledReason={isSaved && 'No changes.'}
              onClick={onSave}
            >
              Save
            </Button>
          </>
        }
      >
        <OptionFields {...fields} />
      </Dialog>
    );
  }
  return (
    <aside aria-label={pageOptionsLabel} className="page-options">
      <div className="mb-2 flex items-center">
        <h3 className="flex-1 font-semibold">{pageOptionsLabel}</h3>
        <IconButton label="Close" size="small" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <OptionFields {...fields} />
    </aside>
  );
}

type OptionFieldsProps = Omit<PageOptionsProps, 'place' | 'onSave' | 'onClose'>;

function OptionFields({ page, session, pages }: OptionFieldsProps) {
  const values = useStore(session.fields.values);
  const problems = useStore(session.fields.problems);
  const hasVariables = useHasVariables();
  const edit = (changes: FieldChanges) => session.editFields(changes);
  const text = (name: 'description' | 'emoji' | 'icon', control: FieldControl) => ({
    ...control,
    value: values[name],
    dir: 'auto' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
  });
  return (
    <div className="flex flex-col gap-4">
      <SlugField page={page} session={session} pages={pages} />
      <Field label={fieldLabels.description} error={problems.description} optional>
        {(control) => <Textarea {...text('description', control)} />}
      </Field>
      <Field label={fieldLabels.emoji} error={problems.emoji} optional hint="Shown next to the title.">
        {(control) => <Input {...text('emoji', control)} />}
      </Field>
      <Field label={fieldLabels.icon} error={problems.icon} optional hint={<IconHint name={values.icon} />}>
        {(control) => <IconInput control={control} value={values.icon} onChange={(icon) => edit({ icon })} />}
      </Field>
      <CoverField page={page} session={session} />
      <Group label="Visibility">
        <LabelledCheckbox
          label={fieldLabels.hidden}
          hint="Links to the page still work."
          checked={values.hidden}
          onChange={(event) => edit({ hidden: event.target.checked })}
        />
        <LabelledCheckbox
          label={fieldLabels.noIndex}
          hint="The search of the site doesn’t find it."
          checked={values.noIndex}
          onChange={(event) => edit({ noIndex: event.target.checked })}
        />
      </Group>
      <LayoutFields session={session} />
      {hasVariables && (
        <VariableRows
          label={fieldLabels.vars}
          owner="page"
          variables={values.vars}
          problem={problems.vars}
          onChange={(vars) => edit({ vars })}
        />
      )}
    </div>
  );
}

function SlugField({ page, session, pages }: OptionFieldsProps) {
  const { slug } = useStore(session.fields.values);
  const problem = useStore(session.fields.problems).slug;
  const { data: space } = useQuery(listSpacePagesOptions({ path: { spaceId: page.spaceId } }));
  const place = placeOf(pages, page.pageId);
  const before = space && (placeOf(space.pages, page.pageId)?.page.path ?? null);
  return (
    <Field
      label={fieldLabels.slug}
      error={problem}
      hint={place && describePath(pathWith(place, slug), before, (place.page.pages ?? []).length > 0)}
    >
      {(control) => (
        <Input
          {...control}
          value={slug}
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => session.editFields({ slug: event.target.value })}
        />
      )}
    </Field>
  );
}

function Group({
  label,
  error,
  children,
}: {
  label: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {children}
      {error !== undefined && <p className="text-xs text-danger-ink">{error}</p>}
    </fieldset>
  );
}

function CoverField({ page, session }: Pick<OptionFieldsProps, 'page' | 'session'>) {
  const { cover, layout } = useStore(session.fields.values);
  const problem = useStore(session.fields.problems).cover;
  const [isChoosing, setChoosing] = useState(false);
  const { spaceId, changeRequestId } = page;
  const { data: files } = useQuery({
    ...listChangeRequestFilesOptions({ path: { spaceId, changeRequestId }, query: { limit: 1000 } }),
    enabled: cover !== null,
  });
  const file = files?.items.find(({ id }) => id === cover?.ref.file);
  const unsaved = unsavedFilesOf(session.key);
  useStore(unsaved.saves);
  const isUnsaved = cover !== null && unsaved.namedIn(fileAddress(cover.ref.file)).length > 0;
  const isKnown = cover === null || files === undefined || file !== undefined || isUnsaved;
  const setCover = (id: string) => {
    setChoosing(false);
    session.editFields({ cover: { ref: { kind: 'file', file: id }, yPos: 0 } });
  };
  return (
    <Group
      label={fieldLabels.cover}
      error={problem ?? (isKnown ? undefined : 'The picture is not in this change request.')}
    >
      {file && (
        <img
          src={pictureUrl(file.downloadURL)}
          alt={file.name}
          className="aspect-3/1 w-full rounded-md border border-line bg-sunken object-cover"
        />
      )}
      {isUnsaved && !file && <p className="text-xs text-ink-soft">Shown here once it is saved.</p>}
      <div className="flex gap-2">
        <Button size="small" onClick={() => setChoosing(true)}>
          {cover === null ? 'Select picture…' : 'Change…'}
        </Button>
        {cover !== null && (
          <Button size="small" onClick={() => session.editFields({ cover: null })}>
            Remove cover
          </Button>
        )}
      </div>
      {cover !== null && (
        <SegmentedControl
          label="Size of the cover"
          value={layout?.coverSize ?? 'full'}
          options={[
            { value: 'full', label: 'Full width' },
            { value: 'hero', label: 'Above the text' },
          ]}
          onChange={(coverSize) => session.editFields({ layout: toLayout({ ...layout, coverSize }) })}
        />
      )}
      {isChoosing && (
        <CoverDialog
          page={page}
          selectedId={cover?.ref.file}
          onClose={() => setChoosing(false)}
          onPick={setCover}
          onUpload={(id) => {
            // Before the cover, so that no save has it without the file.
            unsaved.add(id);
            setCover(id);
            void session.save();
          }}
        />
      )}
    </Group>
  );
}

function LayoutFields({ session }: Pick<OptionFieldsProps, 'session'>) {
  const { layout, cover } = useStore(session.fields.values);
  const problem = useStore(session.fields.problems).layout;
  const parts = layoutParts.filter((part) => part !== 'cover' || cover !== null);
  const show = (part: keyof PageLayout, isShown: boolean) =>
    session.editFields({ layout: toLayout({ ...layout, [part]: isShown }) });
  return (
    <Group label="Shown on the page" error={problem}>
      {parts.map((part) => (
        <LabelledCheckbox
          key={part}
          label={layoutPartLabels[part]}
          checked={layout?.[part] !== false}
          onChange={(event) => show(part, event.target.checked)}
        />
      ))}
    </Group>
  );
}
