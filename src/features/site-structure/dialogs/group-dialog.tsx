import { zCreateSiteSectionGroupBody } from '#api/generated/zod.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { IconField } from '#src/domain/icons/icon-field.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { groupSections } from '../changes/group.ts';
import type { Editing } from '../editing.ts';
import { useSaving } from './use-saving.ts';

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
        await save(async () => groupSections(structure, sections, fields));
      }}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={100} />
          <IconField control={control} name="icon" />
        </>
      )}
    </FormDialog>
  );
}
