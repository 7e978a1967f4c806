/** Dialogs that set one field of several items. */
import { useState } from 'react';
import { z } from 'zod';
import { zUpdateSiteSectionGroupBody } from '#api/generated/zod.gen.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { IconField } from '#src/domain/icons/icon-field.tsx';
import { languageOfPath } from '#src/domain/published/content-language.ts';
import { addressChanges } from '../changes/addresses.ts';
import type { Change } from '../changes/change.ts';
import { languageDenial, setIcon, setLanguage } from '../changes/edit.ts';
import { AddressConsequences } from '../consequences/address-consequences.tsx';
import type { Editing } from '../editing.ts';
import { describeItems } from '../labels.ts';
import { siteRules } from '../structure-policy.ts';
import { useSaving } from './use-saving.ts';

interface FieldDialogProps {
  editing: Editing;
  ids: readonly string[];
}

/** The value that all items have; empty if they differ. */
function commonOf(values: readonly string[]): string {
  const [first = ''] = values;
  return values.every((value) => value === first) ? first : '';
}

/** Sets one icon for several groups and sections. */
export function IconDialog({ editing, ids }: FieldDialogProps) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  const icons = ids.map((id) => {
    const node = structure.nodes.get(id);
    return node && node.kind !== 'site-space' ? (node.icon ?? '') : '';
  });
  return (
    <FormDialog<{ icon: string }>
      title={`Set icon of ${describeItems(structure, ids)}`}
      description="Replaces their icons. Leave empty to remove them."
      submitLabel="Set icon"
      schema={z.object({ icon: zUpdateSiteSectionGroupBody.shape.icon })}
      defaultValues={{ icon: commonOf(icons) }}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={({ icon }) => save(async () => setIcon(structure, ids, icon.trim() || null))}
    >
      {({ control }) => <IconField control={control} name="icon" />}
    </FormDialog>
  );
}

/** A language that the items can have. */
function languageSchema(editing: Editing, ids: readonly string[]) {
  return z.object({
    language: z.string().superRefine((language, context) => {
      const tag = language.trim();
      const message =
        languageOfPath(tag) === undefined
          ? 'Enter a language tag, such as de or pt-BR.'
          : languageDenial(editing.tree, ids, tag);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  });
}

/** Sets the language of several site spaces, which is their path. */
export function LanguageDialog({ editing, ids }: FieldDialogProps) {
  const { tree: structure } = editing;
  const { pending, error, save, close } = useSaving(editing);
  const [schema] = useState(() => languageSchema(editing, ids));
  const addressesOf = (language: string) => {
    const change = languageOfPath(language) === undefined ? null : setLanguage(structure, ids, language);
    const after = change ? siteRules.apply(structure, change) : structure;
    return addressChanges(structure, after, editing.publishedUrl);
  };
  return (
    <FormDialog<{ language: string }>
      title={`Set language of ${describeItems(structure, ids)}`}
      description="The language of a site space is its path."
      submitLabel="Set language"
      schema={schema}
      defaultValues={{ language: '' }}
      error={error}
      pending={pending}
      onClose={close}
      onSubmit={({ language }) =>
        save(async (): Promise<Change | null> => setLanguage(structure, ids, language.trim()))
      }
    >
      {({ control, watch }) => (
        <>
          <TextField
            control={control}
            name="language"
            label="Language"
            code
            limit={35}
            placeholder="de"
            hint={languageOfPath(watch('language').trim()) ?? 'A language tag, such as de or pt-BR.'}
          />
          <AddressConsequences
            site={editing.site}
            siteUrl={editing.publishedUrl}
            changes={addressesOf(watch('language').trim())}
          />
        </>
      )}
    </FormDialog>
  );
}
