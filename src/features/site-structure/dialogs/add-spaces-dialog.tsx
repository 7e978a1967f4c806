import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { createSpace } from '#api/generated/sdk.gen.ts';
import type { Space } from '#api/generated/types.gen.ts';
import { zCreateSiteSectionBody } from '#api/generated/zod.gen.ts';
import { invalidate } from '#src/api/queries.ts';
import { RadioField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { PartlyDoneError } from '#src/components/tree-editor/change-queue.ts';
import { isNewSpace, SpacePicker, type SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { MAX_TITLES } from '#src/domain/pickers/space-titles.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import type { SelectOption } from '#src/ui/form/select.tsx';
import { addSectionOfVariants, addSections, addVariants } from '../changes/add.ts';
import type { Change } from '../changes/change.ts';
import type { Editing } from '../editing.ts';
import { isFlat, sectionsInOrder, type SiteStructure } from '../structure.ts';
import { usePastedTitles } from './pasted-titles.ts';
import { useSaving } from './use-saving.ts';

/** What the variants' section is called in the form while it doesn't exist. */
const NEW_SECTION = 'new';

interface NewItems {
  spaces: SelectedSpace[];
  as: string;
  /** Where sections go. */
  parent: string;
  /** The section of variants. */
  section: string;
  title: string;
}

type Form = UseFormReturn<NewItems, unknown, NewItems>;

/** Whether the form makes one section, whose title can be another one than that of the space. */
const makesOneSection = ({ spaces, as, section }: Pick<NewItems, 'spaces' | 'as' | 'section'>) =>
  as === 'sections' ? spaces.length < 2 : section === NEW_SECTION;

/** The spaces that a section or flat site has. */
function spacesIn(structure: SiteStructure, container: string): Set<string> {
  return new Set(
    childrenOf(structure, container).flatMap((id) => {
      const node = structure.nodes.get(id);
      return node?.kind === 'site-space' ? [node.spaceId] : [];
    }),
  );
}

/** The contract's title, one space at least, and none twice in a section. */
function schemaFor(structure: SiteStructure) {
  return z
    .object({
      spaces: z.custom<SelectedSpace[]>(
        (value) => Array.isArray(value) && value.length > 0,
        'Select a space.',
      ),
      as: z.string(),
      parent: z.string().optional(),
      section: z.string().optional(),
      title: zCreateSiteSectionBody.shape.title,
    })
    .superRefine(({ spaces, as, section = TOP }, context) => {
      if (spaces.length > MAX_TITLES)
        context.addIssue({
          code: 'custom',
          path: ['spaces'],
          message: `Add at most ${MAX_TITLES} spaces at once.`,
        });
      const present = as === 'variants' ? spacesIn(structure, section) : new Set();
      const twice = spaces.filter(({ id }) => present.has(id)).map(({ title }) => `“${title}”`);
      if (twice.length > 0)
        context.addIssue({
          code: 'custom',
          path: ['spaces'],
          message: `${formatNameList(twice, twice.length)} ${twice.length === 1 ? 'is' : 'are'} already there.`,
        });
    });
}

function groupOptions(structure: SiteStructure): SelectOption<string>[] {
  const groups = childrenOf(structure, TOP).flatMap((id) => {
    const node = structure.nodes.get(id);
    return node?.kind === 'group' ? [{ value: id, label: `Group “${node.title}”` }] : [];
  });
  return [{ value: TOP, label: 'Top level' }, ...groups];
}

function sectionOptions(structure: SiteStructure): SelectOption<string>[] {
  const sections = sectionsInOrder(structure).map((id) => {
    const title = structure.nodes.get(id)?.title ?? id;
    const group = structure.nodes.get(structure.parents.get(id) ?? TOP);
    return { value: id, label: group ? `${group.title} › ${title}` : title };
  });
  return [...sections, { value: NEW_SECTION, label: 'New section' }];
}

function changeOf(structure: SiteStructure, values: NewItems, spaces: readonly SelectedSpace[]) {
  const { as, parent, section, title } = values;
  if (as === 'sections') return addSections(structure, spaces, { into: parent }, title);
  if (section === NEW_SECTION) return addSectionOfVariants(structure, spaces, { into: parent }, title);
  return addVariants(structure, spaces, { into: section });
}

/** Creates the spaces that stand for pasted titles; each once, also when adding them is tried again. */
function useNewSpaces(organizationId: string) {
  const queryClient = useQueryClient();
  const created = useRef(new Map<string, SelectedSpace>());
  return async (spaces: readonly SelectedSpace[]): Promise<SelectedSpace[]> => {
    const existing: SelectedSpace[] = [];
    try {
      for (const space of spaces) {
        let real = isNewSpace(space.id) ? created.current.get(space.id) : space;
        if (!real) {
          const { title } = space;
          const { data } = await createSpace({
            path: { organizationId },
            body: { title },
            throwOnError: true,
          });
          real = { id: data.id, title: data.title, emoji: data.emoji };
          created.current.set(space.id, real);
        }
        existing.push(real);
      }
    } finally {
      if (created.current.size > 0) {
        await queryClient.invalidateQueries({ queryKey: ['space-search', organizationId] });
        await invalidate(queryClient, 'listSpaces');
      }
    }
    return existing;
  };
}

interface AddSpacesDialogProps {
  editing: Editing;
  as: 'sections' | 'variants';
  /** The group or top level for sections; the section or flat site for variants. */
  parent: string;
}

/** Adds spaces to the site: each as a section, or all as variants of one. */
export function AddSpacesDialog({ editing, as, parent }: AddSpacesDialogProps) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  const createSpaces = useNewSpaces(editing.site.organizationId);
  const form = useRef<Form>(null);
  const [schema] = useState(() => schemaFor(structure));
  const wraps = isFlat(structure) && structure.nodes.size > 0;
  const defaultValues: NewItems = {
    spaces: [],
    as,
    parent: as === 'sections' ? parent : TOP,
    section: as === 'variants' || isFlat(structure) ? parent : (sectionsInOrder(structure)[0] ?? NEW_SECTION),
    title: '',
  };
  return (
    <FormDialog<NewItems>
      title="Add spaces"
      description={
        wraps
          ? 'The first section of a site takes its site spaces into a section of their own, even if you undo this.'
          : 'The spaces themselves don’t move.'
      }
      submitLabel="Add spaces"
      schema={schema}
      defaultValues={defaultValues}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={async (values) => {
        const parts: SelectedSpace[] = [];
        try {
          await save(async (): Promise<Change | null> => {
            parts.push(...(await createSpaces(values.spaces)));
            form.current?.setValue('spaces', parts, { shouldDirty: true });
            return changeOf(structure, values, parts);
          });
        } catch (failure) {
          // What is added isn't added again.
          if (failure instanceof PartlyDoneError)
            form.current?.setValue('spaces', parts.slice(failure.count), { shouldDirty: true });
          throw failure;
        }
      }}
    >
      {(opened) => {
        form.current = opened;
        return <NewItemFields editing={editing} form={opened} />;
      }}
    </FormDialog>
  );
}

function NewItemFields({ editing, form: { control, watch } }: { editing: Editing; form: Form }) {
  const { tree: structure } = editing;
  const [spaces, as, section] = watch(['spaces', 'as', 'section']);
  const flat = isFlat(structure);
  const placesSection = as === 'sections' || section === NEW_SECTION;
  return (
    <>
      <SpacesField editing={editing} control={control} container={as === 'variants' ? section : null} />
      <RadioField
        control={control}
        name="as"
        label="Add as"
        options={[
          { value: 'sections', label: 'Each as a section' },
          {
            value: 'variants',
            label: flat ? 'All on the site, without sections' : 'All as variants of a section',
          },
        ]}
      />
      {as === 'variants' && !flat && (
        <SelectField control={control} name="section" label="Section" options={sectionOptions(structure)} />
      )}
      {makesOneSection({ spaces, as, section }) && (
        <TextField
          control={control}
          name="title"
          label="Title"
          optional
          limit={64}
          placeholder={spaces[0]?.title ?? ''}
          hint="Defaults to the title of the space."
        />
      )}
      {placesSection && !flat && (
        <SelectField control={control} name="parent" label="Location" options={groupOptions(structure)} />
      )}
    </>
  );
}

interface SpacesFieldProps {
  editing: Editing;
  control: Form['control'];
  /** The section or flat site that the spaces go into, if there is one. */
  container: string | null;
}

function SpacesField({ editing, control, container }: SpacesFieldProps) {
  const { tree: structure, site } = editing;
  const { field, fieldState } = useController({ control, name: 'spaces' });
  const { pasted, onPasteText } = usePastedTitles(site.organizationId, field.value, field.onChange);
  const present = container === null ? new Set<string>() : spacesIn(structure, container);
  return (
    <Field
      label="Spaces"
      hint="Check all that you want to add, or paste a list of titles."
      error={fieldState.error?.message}
      aside={
        field.value.length > 0 && (
          <span className="text-xs text-ink-soft">{formatCount(field.value.length, 'space')}</span>
        )
      }
    >
      {(attributes) => (
        <>
          <SpacePicker
            organizationId={site.organizationId}
            control={attributes}
            value={field.value}
            onChange={field.onChange}
            multiple
            onPasteText={onPasteText}
            disabledReasonOf={({ id }: Space) => (present.has(id) ? 'Already here' : undefined)}
          />
          {pasted && (
            <Callout tone={pasted.tone} title={pasted.title} urgent={pasted.tone === 'warning'}>
              {pasted.text}
            </Callout>
          )}
        </>
      )}
    </Field>
  );
}
