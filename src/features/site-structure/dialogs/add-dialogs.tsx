import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { Space } from '#api/generated/types.gen.ts';
import { zCreateSiteSectionBody, zCreateSiteSectionGroupBody } from '#api/generated/zod.gen.ts';
import { ApiError } from '#src/api/errors.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { IconHint } from '#src/domain/icons/named-icon.tsx';
import { SpacePicker, type SelectedSpace } from '#src/domain/pickers/space-picker.tsx';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Field } from '#src/ui/form/field.tsx';
import type { SelectOption } from '#src/ui/form/select.tsx';
import { addSection, addSiteSpace } from '../changes/add.ts';
import type { Change } from '../changes/change.ts';
import { groupSections } from '../changes/group.ts';
import type { Editing } from '../editing.ts';
import { isFlat, sectionsInOrder, type SiteStructure } from '../structure.ts';

/** Saves a new item, and opens it after the dialog has closed. The dialog shows errors. */
function useSaving(editing: Editing) {
  const created = useRef<string | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const save = async (change: Change): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      const isSaved = await editing.save(change);
      created.current = idOf(isSaved.change);
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure);
      throw failure;
    } finally {
      setPending(false);
    }
  };
  const close = () => {
    // The dialog keeps the focus inside while it is open.
    flushSync(() => editing.setDialog(null));
    if (created.current !== null) editing.openCreated(created.current);
  };
  return { pending, error, save, close };
}

function idOf(change: Change): string | null {
  if (change.type === 'add') return change.subtree.node.id;
  return change.type === 'group' ? change.group.id : null;
}

const oneSpace = z.custom<SelectedSpace[]>(
  (value) => Array.isArray(value) && value.length > 0,
  'Select a space.',
);

function SpaceField<Values extends FieldValues>(props: {
  editing: Editing;
  control: Control<Values, unknown, Values>;
  name: FieldPath<Values>;
  hint: string;
  denialReasonFor?: (space: Space) => string | undefined;
}) {
  const { editing, control, name, hint, denialReasonFor } = props;
  const { field, fieldState } = useController({ control, name });
  const value: readonly SelectedSpace[] = Array.isArray(field.value) ? field.value : [];
  return (
    <Field label="Space" hint={hint} error={fieldState.error?.message}>
      {(attributes) => (
        <SpacePicker
          organizationId={editing.site.organizationId}
          control={attributes}
          value={value}
          onChange={field.onChange}
          disabledReasonOf={denialReasonFor}
        />
      )}
    </Field>
  );
}

const newSection = z.object({
  spaces: oneSpace,
  title: zCreateSiteSectionBody.shape.title,
  parent: z.string().optional(),
});

function groupOptions(structure: SiteStructure): SelectOption<string>[] {
  const groups = childrenOf(structure, TOP).flatMap((id) => {
    const node = structure.nodes.get(id);
    return node?.kind === 'group' ? [{ value: id, label: `Group “${node.title}”` }] : [];
  });
  return [{ value: TOP, label: 'Top level' }, ...groups];
}

/** Adds a section with one space. */
export function AddSectionDialog({ editing, parent }: { editing: Editing; parent: string }) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  const wraps = isFlat(structure) && structure.nodes.size > 0;
  const description = wraps
    ? 'The first section of this site. Existing site spaces move into a section of their own, even if you undo this.'
    : 'A tab or menu entry. Start with one space; add more as versions or languages.';
  const defaultValues: { spaces: SelectedSpace[]; title: string; parent: string } = {
    spaces: [],
    title: '',
    parent,
  };
  return (
    <FormDialog
      title="Add section"
      description={description}
      submitLabel="Add section"
      schema={newSection}
      defaultValues={defaultValues}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={async ({ spaces: [space], title, parent: into }) => {
        if (space)
          await save(addSection(structure, { title: title.trim() || space.title, space, parent: into }));
      }}
    >
      {({ control, watch }) => (
        <>
          <SpaceField
            editing={editing}
            control={control}
            name="spaces"
            hint="What the section shows first."
          />
          <TextField
            control={control}
            name="title"
            label="Title"
            optional
            limit={64}
            placeholder={watch('spaces')[0]?.title ?? ''}
            hint="Defaults to the title of the space."
          />
          {!isFlat(structure) && (
            <SelectField control={control} name="parent" label="Location" options={groupOptions(structure)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const newSiteSpace = z.object({ spaces: oneSpace, parent: z.string().optional() });

function holderOptions(structure: SiteStructure): SelectOption<string>[] {
  if (isFlat(structure)) return [{ value: TOP, label: 'Top level' }];
  return sectionsInOrder(structure).map((id) => {
    const title = structure.nodes.get(id)?.title ?? id;
    const group = structure.nodes.get(structure.parents.get(id) ?? TOP);
    return { value: id, label: group ? `${group.title} › ${title}` : title };
  });
}

/** Adds a space to a section, or to a flat site. */
export function AddSiteSpaceDialog({ editing, parent }: { editing: Editing; parent: string }) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  const defaultValues: { spaces: SelectedSpace[]; parent: string } = { spaces: [], parent };
  const isThere = (container: string) => (space: Space) => {
    const isDuplicate = childrenOf(structure, container).some((id) => {
      const node = structure.nodes.get(id);
      return node?.kind === 'site-space' && node.spaceId === space.id;
    });
    return isDuplicate ? 'Already here' : undefined;
  };
  return (
    <FormDialog
      title="Add site space"
      description={
        isFlat(structure)
          ? 'Shows the space on the site.'
          : 'Visitors can switch between the site spaces of a section, such as versions or languages.'
      }
      submitLabel="Add site space"
      schema={newSiteSpace}
      defaultValues={defaultValues}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={async ({ spaces: [space], parent: into }) => {
        if (space) await save(addSiteSpace(structure, { space, parent: into }));
      }}
    >
      {({ control, watch }) => (
        <>
          {/* First, and so focused: the section is known already. */}
          <SpaceField
            editing={editing}
            control={control}
            name="spaces"
            hint="The space itself doesn’t move."
            denialReasonFor={isThere(watch('parent'))}
          />
          {!isFlat(structure) && (
            <SelectField control={control} name="parent" label="Section" options={holderOptions(structure)} />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Creates a group of the selected sections, or an empty one. */
export function GroupDialog({ editing, sections }: { editing: Editing; sections: readonly string[] }) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  return (
    <FormDialog
      title={sections.length > 0 ? `Group ${formatCount(sections.length, 'section')}` : 'Add group'}
      description="A menu that holds sections. Visitors see its title and icon."
      submitLabel={sections.length > 0 ? 'Group' : 'Add group'}
      schema={zCreateSiteSectionGroupBody}
      defaultValues={{ title: '', icon: '' }}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={async ({ title, icon }) => {
        const fields = { title: title.trim(), icon: icon.trim() === '' ? null : icon.trim() };
        await save(groupSections(structure, sections, fields));
      }}
    >
      {({ control, watch }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={100} />
          <TextField
            control={control}
            name="icon"
            label="Icon"
            optional
            code
            limit={50}
            hint={<IconHint name={watch('icon')} />}
          />
        </>
      )}
    </FormDialog>
  );
}
