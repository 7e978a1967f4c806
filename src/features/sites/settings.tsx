import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import {
  getSiteOptions,
  updateSiteMutation,
  deleteSiteMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
/** Converts between form values and request bodies. */
import type { Site, SiteSection, SiteSpace, SiteUpdate, Organization } from '#api/generated/types.gen.ts';
import { zSiteProxyAddress, zSiteUpdate } from '#api/generated/zod.gen.ts';
import { useApiMutation, fetchFresh } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { CheckboxField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { DangerAction, DangerZone } from '#src/components/layout/danger-zone.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { describeRename, futureAddress } from './address.ts';
import { displayUrl, visibilityHint, visibilityOf, visibilityOptions } from './labels.ts';
import { defaultChoices } from './site-choices.ts';

/** The consequences of deleting a site, one sentence each. */
function siteDeletionImpact(organization: Organization, site: Site): string[] {
  const impact = [
    'Its sections, groups, paths and conditions are deleted permanently.',
    site.siteSpaces > 0
      ? `Keeps its ${formatCount(site.siteSpaces, 'space')} with all pages.`
      : 'It has no spaces, so nothing else is affected.',
  ];
  if (site.published) impact.unshift('It is published: visitors can no longer reach it.');
  if (organization.defaultContent?.site === site.id) impact.push('It is the organization’s default content.');
  return impact;
}

interface DeleteSiteProps {
  organization: Organization;
  site: Site;
  onDeleted: () => void;
}

export function DeleteSite({ organization, site, onDeleted }: DeleteSiteProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { mutateAsync: remove } = useApiMutation(deleteSiteMutation(), { invalidates: ['listSites'] });

  const confirmAndDelete = async () => {
    const isConfirmed = await confirmDeletion({
      kind: 'site',
      name: site.title,
      confirmLabel: 'Delete site',
      typeToConfirm: site.title,
      impact: () => Promise.resolve(siteDeletionImpact(organization, site)),
      action: () => remove({ path }),
    });
    if (isConfirmed) onDeleted();
  };

  return (
    <DangerZone>
      <DangerAction
        explanation="Deletes the site with its structure. Its spaces stay."
        icon={<Trash2 />}
        disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
        onClick={() => void confirmAndDelete()}
      >
        Delete site…
      </DangerAction>
    </DangerZone>
  );
}

/** Form values; missing values are empty strings. */
interface SiteSettings {
  title: string;
  visibility: string;
  basename: string;
  proxy: string;
  adaptiveContent: boolean;
  defaultSiteSection: string;
  defaultSiteSpace: string;
}

function settingsOf(
  site: Site,
  sections: readonly SiteSection[],
  siteSpaces: readonly SiteSpace[],
): SiteSettings {
  const section = sections.find((each) => each.default);
  const among = siteSpaces.filter((each) => (each.section ?? '') === (section?.id ?? ''));
  return {
    title: site.title,
    visibility: site.visibility,
    basename: site.basename ?? '',
    proxy: site.proxy?.origin.replace(/^https?:\/\//, '') ?? '',
    adaptiveContent: site.adaptiveContent?.enabled ?? false,
    defaultSiteSection: section?.id ?? '',
    defaultSiteSpace: among.find((each) => each.default)?.id ?? '',
  };
}

/** The request body with only the changed fields. */
function changedSettings(from: SiteSettings, to: SiteSettings): SiteUpdate {
  const body: SiteUpdate = {};
  if (to.title.trim() !== from.title) body.title = to.title.trim();
  // The form offers only contract values and the current one.
  if (to.visibility !== from.visibility) body.visibility = to.visibility as SiteUpdate['visibility'];
  if (to.basename.trim() !== from.basename && to.basename.trim() !== '') body.basename = to.basename.trim();
  if (to.proxy.trim() !== from.proxy) body.proxy = to.proxy.trim() === '' ? null : to.proxy.trim();
  if (to.adaptiveContent !== from.adaptiveContent) body.adaptiveContent = { enabled: to.adaptiveContent };
  if (to.defaultSiteSection !== from.defaultSiteSection && to.defaultSiteSection !== '') {
    body.defaultSiteSection = to.defaultSiteSection;
  } else if (to.defaultSiteSpace !== from.defaultSiteSpace && to.defaultSiteSpace !== '') {
    body.defaultSiteSpace = to.defaultSiteSpace;
  }
  return body;
}

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

/** Where the site is, or will be once it is published. */
function describeAddress(organization: Organization, site: Site): string {
  const { published } = site.urls;
  if (published !== undefined) return `The site’s part of the URL: ${displayUrl(published)}`;
  const address = futureAddress(organization, site);
  return address === undefined
    ? 'The site’s part of the URL, after the organization’s hostname.'
    : `The site’s part of the URL, once it is published: ${address}`;
}

/** The site spaces of a section; those outside of sections for an empty id. */
const spacesIn = (sectionId: string, siteSpaces: readonly SiteSpace[]) =>
  siteSpaces.filter(({ section }) => (section ?? '') === sectionId);

/** The settings form of a site; sends only changed fields. */
// oxlint-disable-next-line max-lines-per-function -- one form: what it compares, sends and shows
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
  const inDefaultSection = spacesIn(values.defaultSiteSection, siteSpaces.items);

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
        unshown: [
          ...(sections.items.length === 0 ? (['defaultSiteSection'] as const) : []),
          ...(inDefaultSection.length > 1 ? [] : (['defaultSiteSpace'] as const)),
        ],
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
        <SettingFields
          control={control}
          watch={watch}
          organization={organization}
          site={site}
          sections={sections.items}
          siteSpaces={siteSpaces.items}
          defaultSection={values.defaultSiteSection}
        />
      )}
    </InlineForm>
  );
}

interface SettingFieldsProps extends Pick<
  UseFormReturn<SiteSettings, unknown, SiteSettings>,
  'control' | 'watch'
> {
  organization: Organization;
  site: Site;
  sections: readonly SiteSection[];
  siteSpaces: readonly SiteSpace[];
  /** The saved one: choices of a site space belong to it. */
  defaultSection: string;
}

function SettingFields(props: SettingFieldsProps) {
  const { control, watch, organization, site, sections, siteSpaces, defaultSection } = props;
  const inDefaultSection = spacesIn(defaultSection, siteSpaces);
  return (
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
        hint={describeRename(organization, site, watch('basename')) ?? describeAddress(organization, site)}
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
      {sections.length > 0 && (
        <SelectField
          control={control}
          name="defaultSiteSection"
          label="Default section"
          options={sections.map(({ id, title }) => ({ value: id, label: title }))}
          hint="What visitors see first."
        />
      )}
      {inDefaultSection.length > 1 && watch('defaultSiteSection') === defaultSection && (
        <SelectField
          control={control}
          name="defaultSiteSpace"
          label={sections.length > 0 ? 'Default site space of the default section' : 'Default site space'}
          options={inDefaultSection.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
    </>
  );
}
