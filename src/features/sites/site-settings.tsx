import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { getSiteOptions, updateSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { zSiteProxyAddress, zSiteUpdate } from '#api/generated/zod.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { changedSettings, settingsOf, type SiteSettings } from './changed-settings.ts';
import { displayUrl, visibilityHint, visibilityOf, visibilityOptions } from './site-labels.ts';
import { defaultChoices } from './site-choices.ts';

const schema = z.object({
  title: zSiteUpdate.shape.title,
  basename: zSiteUpdate.shape.basename,
  proxy: z
    .string()
    .max(512)
    .refine(
      (address) => zSiteProxyAddress.safeParse(address).success,
      'Enter a hostname and path, such as example.com/docs.',
    )
    .optional(),
});

const settingLabels: Record<keyof SiteSettings, string> = {
  title: 'Title',
  visibility: 'Visibility',
  basename: 'Basename',
  proxy: 'Proxy',
  adaptiveContent: 'Adaptive content',
  defaultSiteSection: 'Default section',
  defaultSiteSpace: 'Default site space',
};

const titleById = (items: readonly { id: string; title: string }[], wanted: string) =>
  items.find(({ id }) => id === wanted)?.title ?? wanted;

/** The settings form of a site; sends only changed fields. */
export function SiteSettingsForm({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const queryClient = useQueryClient();
  const choices = defaultChoices(path);
  const { data: sections } = useSuspenseQuery(choices.sections);
  const { data: siteSpaces } = useSuspenseQuery(choices.siteSpaces);
  const { mutateAsync: update } = useApiMutation(updateSiteMutation(), {
    invalidates: [
      { operation: 'getSite', path },
      { operation: 'getSiteStructure', path },
      { operation: 'listSiteSections', path },
      { operation: 'listSiteSpaces', path },
      'listSites',
    ],
  });
  const readOnlyReason = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const values = settingsOf(site, sections.items, siteSpaces.items);
  const inDefaultSection = siteSpaces.items.filter(
    ({ section }) => (section ?? '') === values.defaultSiteSection,
  );

  const save = (edited: SiteSettings, before: SiteSettings) =>
    applyUndoable({
      label: `Changed settings of “${site.title}”`,
      change: changedSettings(before, edited),
      inverse: changedSettings(edited, before),
      send: (body) => update({ path, body }),
    });

  return (
    <InlineForm<SiteSettings>
      label="Settings"
      schema={schema}
      values={values}
      validate={({ basename }) =>
        values.basename && !basename.trim() ? { basename: 'You can replace it, but not remove it.' } : {}
      }
      onSubmit={save}
      guard={{
        labels: settingLabels,
        formatters: {
          visibility: ({ visibility }) => visibilityOf(visibility).name,
          defaultSiteSection: ({ defaultSiteSection: id }) => titleById(sections.items, id),
          defaultSiteSpace: ({ defaultSiteSpace: id }) => titleById(siteSpaces.items, id),
        },
        fetchCurrent: async () => {
          const [now, { items: nowSections }, { items: nowSpaces }] = await Promise.all([
            fetchFresh(queryClient, getSiteOptions({ path })),
            fetchFresh(queryClient, choices.sections),
            fetchFresh(queryClient, choices.siteSpaces),
          ]);
          return settingsOf(now, nowSections, nowSpaces);
        },
      }}
      readOnlyReason={readOnlyReason}
    >
      {({ control, watch }) => (
        <>
          <TextField control={control} name="title" label="Title" limit={128} />
          <SelectField
            control={control}
            name="visibility"
            label="Visibility"
            options={visibilityOptions}
            hint={visibilityHint(site.visibility, watch('visibility'))}
          />
          <TextField
            control={control}
            name="basename"
            label="Basename"
            optional
            code
            limit={100}
            hint={
              site.urls.published
                ? `The site’s part of the URL: ${displayUrl(site.urls.published)}`
                : 'The site’s part of the URL, after the organization’s hostname.'
            }
          />
          <TextField
            control={control}
            name="proxy"
            label="Proxy"
            optional
            code
            limit={512}
            placeholder="example.com/docs"
            hint="Hostname and path of your own website that serves this site."
          />
          <CheckboxField
            control={control}
            name="adaptiveContent"
            label="Adaptive content"
            hint="Applies the conditions of sections and site spaces. When off, every visitor sees everything."
          />
          {sections.items.length > 0 && (
            <SelectField
              control={control}
              name="defaultSiteSection"
              label="Default section"
              options={sections.items.map(({ id, title }) => ({ value: id, label: title }))}
              hint="What visitors see first."
            />
          )}
          {inDefaultSection.length > 1 && watch('defaultSiteSection') === values.defaultSiteSection && (
            <SelectField
              control={control}
              name="defaultSiteSpace"
              label={
                sections.items.length > 0 ? 'Default site space of the default section' : 'Default site space'
              }
              options={inDefaultSection.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
        </>
      )}
    </InlineForm>
  );
}
