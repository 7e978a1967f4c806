import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  getSiteCustomizationQueryKey,
  updateSiteCustomizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { CheckboxField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { changedHosts, knownHosts, type OtherHosts, otherHostsOf, otherHostsSchema } from './other-hosts.ts';
import { customizationOf } from './queries.ts';

const fieldLabels: Record<keyof OtherHosts, string> = {
  isBlocked: 'No requests to other hosts',
  embedHosts: 'Hosts that can play embeds',
};

/** What the pages of a site may ask of other hosts: pictures, and players of embeds. */
export function OtherHostsForm({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const queryClient = useQueryClient();
  const { data: saved } = useSuspenseQuery(customizationOf(path));
  const { mutateAsync: update } = useApiMutation(updateSiteCustomizationMutation(), {
    invalidates: [],
    onSuccess: (settings) => queryClient.setQueryData(getSiteCustomizationQueryKey({ path }), settings),
  });
  const save = (edited: OtherHosts, before: OtherHosts) =>
    applyUndoable({
      label: `Changed what “${site.title}” loads from other hosts`,
      change: changedHosts(before, edited),
      inverse: changedHosts(edited, before),
      send: (body) => update({ path, body }),
    });
  return (
    <Section title="Other hosts">
      <InlineForm<OtherHosts>
        label="Other hosts"
        schema={otherHostsSchema}
        values={otherHostsOf(saved)}
        onSubmit={save}
        guard={{
          path: `/v1/orgs/${path.organizationId}/sites/${path.siteId}/customization`,
          labels: fieldLabels,
          fetchCurrent: async () => otherHostsOf(await fetchFresh(queryClient, customizationOf(path))),
        }}
        readOnlyReason={reasonUnless(organization.permissions.createContent, permissionReasons.creator)}
      >
        {({ control }) => (
          <>
            <CheckboxField
              control={control}
              name="isBlocked"
              label={fieldLabels.isBlocked}
              hint="Pictures and embeds of other hosts are shown as links."
            />
            <TextField
              control={control}
              name="embedHosts"
              label={fieldLabels.embedHosts}
              optional
              multiline
              code
              placeholder="youtube.com"
              hint={`One per line. Nothing loads before a visitor presses Play. Known players: ${knownHosts.join(', ')}.`}
            />
          </>
        )}
      </InlineForm>
    </Section>
  );
}
