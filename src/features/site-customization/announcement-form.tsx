import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import {
  getSiteCustomizationQueryKey,
  updateSiteCustomizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site, SiteAnnouncementStyle } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ownDateFormat } from '#src/lib/text/date-input.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';
import {
  announcementOf,
  announcementSchema,
  type AnnouncementValues,
  describeAnnouncement,
  toAnnouncement,
} from './announcement.ts';
import { customizationOf } from './queries.ts';

const fieldLabels: Record<keyof AnnouncementValues, string> = {
  message: 'Text',
  style: 'Style',
  linkTitle: 'Text of the link',
  linkUrl: 'URL of the link',
  firstDay: 'First day',
  lastDay: 'Last day',
};

const styles: readonly SelectOption<SiteAnnouncementStyle>[] = [
  { value: 'info', label: 'Information' },
  { value: 'success', label: 'Success' },
  { value: 'warning', label: 'Warning' },
  { value: 'danger', label: 'Danger' },
];

/** What a site tells all visitors above every page. */
export function AnnouncementForm({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const queryClient = useQueryClient();
  const [now] = useState(() => new Date());
  const { data: saved } = useSuspenseQuery(customizationOf(path));
  const { announcement } = saved;
  const { mutateAsync: update } = useApiMutation(updateSiteCustomizationMutation(), {
    invalidates: [],
    onSuccess: (settings) => queryClient.setQueryData(getSiteCustomizationQueryKey({ path }), settings),
  });
  const save = (edited: AnnouncementValues, before: AnnouncementValues) =>
    applyUndoable({
      label: `Changed the announcement of “${site.title}”`,
      change: { announcement: toAnnouncement(edited, announcement) },
      inverse: { announcement: toAnnouncement(before, announcement) },
      send: (body) => update({ path, body }),
    });
  return (
    <Section title="Announcement">
      <InlineForm<AnnouncementValues>
        label="Announcement"
        schema={announcementSchema}
        values={announcementOf(saved)}
        onSubmit={save}
        guard={{
          path: `/v1/orgs/${path.organizationId}/sites/${path.siteId}/customization`,
          labels: fieldLabels,
          fetchCurrent: async () => announcementOf(await fetchFresh(queryClient, customizationOf(path))),
        }}
        readOnlyReason={reasonUnless(organization.permissions.createContent, permissionReasons.creator)}
      >
        {({ control }) => (
          <AnnouncementFields
            control={control}
            state={announcement && describeAnnouncement(announcement, now)}
          />
        )}
      </InlineForm>
    </Section>
  );
}

interface AnnouncementFieldsProps {
  control: Control<AnnouncementValues, unknown, AnnouncementValues>;
  /** Whether visitors see the saved one. */
  state: string | undefined;
}

function AnnouncementFields({ control, state }: AnnouncementFieldsProps) {
  return (
    <>
      <TextField
        control={control}
        name="message"
        label={fieldLabels.message}
        optional
        limit={280}
        hint={['Above every page, until a visitor closes it.', state].filter(Boolean).join(' ')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="linkTitle" label={fieldLabels.linkTitle} optional limit={64} />
        <TextField
          control={control}
          name="linkUrl"
          label={fieldLabels.linkUrl}
          optional
          placeholder="https://status.example.com"
        />
        {(['firstDay', 'lastDay'] as const).map((name) => (
          <TextField
            key={name}
            control={control}
            name={name}
            label={fieldLabels[name]}
            optional
            placeholder={ownDateFormat.pattern}
          />
        ))}
        <SelectField control={control} name="style" label={fieldLabels.style} options={styles} />
      </div>
    </>
  );
}
