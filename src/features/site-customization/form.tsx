import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import {
  getSiteCustomizationQueryKey,
  updateSiteCustomizationMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site, SiteCustomizationSettings, SitePicture } from '#api/generated/types.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { applyUndoable } from '#src/components/undo/undo.ts';
import {
  appearanceChoices,
  appearanceLabels,
  describeAppearanceChoice,
  languageOptions,
} from '#src/domain/appearance/appearance-labels.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { describeSiteTexts } from '#src/domain/published/content-language.ts';
import { languageName } from '#src/lib/text/language-names.ts';
import {
  type Appearance,
  appearanceOf,
  appearanceSchema,
  changesBetween,
  colorNames,
  maxFooterLinks,
  maxHeaderLinks,
  picturesOf,
} from './appearance.ts';
import { ColorField } from './color-field.tsx';
import { describeTextColor, describeTint } from './describe-color.ts';
import { LinksField } from './links-field.tsx';
import { PictureField } from './picture-field.tsx';
import { customizationOf } from './queries.ts';

interface AppearanceFormProps {
  organization: Organization;
  site: Site;
  saved: SiteCustomizationSettings;
  /** Called with what is typed. */
  onValues: (values: Appearance) => void;
}

const fieldLabels: Record<keyof Appearance, string> = {
  title: 'Title',
  ...appearanceLabels,
  primaryColor: 'Primary color',
  tint: 'Tint',
  infoColor: 'Notes',
  successColor: 'Success',
  warningColor: 'Warnings',
  dangerColor: 'Danger',
  theme: appearanceChoices.theme.label,
  corners: appearanceChoices.corners.label,
  font: appearanceChoices.font.label,
  links: appearanceChoices.links.label,
  sidebarBackground: appearanceChoices.sidebarBackground.label,
  sidebarList: appearanceChoices.sidebarList.label,
  search: appearanceChoices.search.label,
  headerLinks: 'Header links',
  footerLinks: 'Footer links',
};

/** The form for the look of a site; sends only changed fields. */
export function AppearanceForm({ organization, site, saved, onValues }: AppearanceFormProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const queryClient = useQueryClient();
  const [uploaded, setUploaded] = useState<readonly SitePicture[]>([]);
  const { mutateAsync: update } = useApiMutation(updateSiteCustomizationMutation(), {
    invalidates: [{ operation: 'getPublishedSite', path }],
    onSuccess: (settings) => queryClient.setQueryData(getSiteCustomizationQueryKey({ path }), settings),
  });
  const pictures = new Map([...uploaded, ...picturesOf(saved)].map((picture) => [picture.id, picture]));
  const uploads = {
    path,
    pictures,
    onUploaded: (picture: SitePicture) => setUploaded((before) => [...before, picture]),
  };
  const save = (edited: Appearance, before: Appearance) =>
    applyUndoable({
      label: `Changed the appearance of “${site.title}”`,
      change: changesBetween(before, edited),
      inverse: changesBetween(edited, before),
      send: (body) => update({ path, body }),
    });

  return (
    <InlineForm<Appearance>
      label="Appearance"
      schema={appearanceSchema}
      values={appearanceOf(saved)}
      onSubmit={save}
      guard={{
        path: `/v1/orgs/${path.organizationId}/sites/${path.siteId}/customization`,
        labels: fieldLabels,
        formatters,
        fetchCurrent: async () => appearanceOf(await fetchFresh(queryClient, customizationOf(path))),
      }}
      readOnlyReason={reasonUnless(organization.permissions.createContent, permissionReasons.creator)}
    >
      {({ control }) => (
        <div>
          <ReportValues control={control} onValues={onValues} />
          <Identity control={control} site={site} uploads={uploads} />
          <Colors control={control} />
          <Section title="Layout">
            <div className="grid gap-4 sm:grid-cols-2">
              {choiceNames.map((name) => (
                <SelectField
                  key={name}
                  control={control}
                  name={name}
                  label={fieldLabels[name]}
                  options={appearanceChoices[name].options}
                />
              ))}
            </div>
          </Section>
          <Links control={control} />
        </div>
      )}
    </InlineForm>
  );
}

const choiceNames = [
  'theme',
  'font',
  'corners',
  'links',
  'sidebarBackground',
  'sidebarList',
  'search',
] as const satisfies readonly (keyof typeof appearanceChoices)[];

const describeColors = (name: (typeof colorNames)[number]) => (values: Appearance) => {
  const { light, dark } = values[name];
  return [light, dark].filter(Boolean).join(' / ');
};
const describeLinks = (name: 'headerLinks' | 'footerLinks') => (values: Appearance) =>
  values[name].map(({ title, url }) => `${title} (${url})`).join(', ');
const describePicture = (name: 'logoLight' | 'logoDark' | 'favicon') => (values: Appearance) =>
  values[name] === '' ? '' : `Picture ${values[name]}`;
const describeChoice = (name: (typeof choiceNames)[number]) => (values: Appearance) =>
  describeAppearanceChoice(name, values[name]);

/** For the dialog of an edit conflict. */
const formatters: Partial<Record<keyof Appearance, (values: Appearance) => string>> = {
  ...Object.fromEntries(colorNames.map((name) => [name, describeColors(name)])),
  ...Object.fromEntries(choiceNames.map((name) => [name, describeChoice(name)])),
  logoLight: describePicture('logoLight'),
  logoDark: describePicture('logoDark'),
  favicon: describePicture('favicon'),
  headerLinks: describeLinks('headerLinks'),
  footerLinks: describeLinks('footerLinks'),
  locale: ({ locale }) => languageName(locale),
};

type AppearanceControl = Control<Appearance, unknown, Appearance>;

interface IdentityProps {
  control: AppearanceControl;
  site: Site;
  uploads: Pick<Parameters<typeof PictureField>[0], 'path' | 'pictures' | 'onUploaded'>;
}

/** The name, icon and logo by which visitors recognize the site. */
function Identity({ control, site, uploads }: IdentityProps) {
  return (
    <div className="flex flex-col gap-4">
      <TextField
        control={control}
        name="title"
        label="Title"
        optional
        limit={128}
        placeholder={site.title}
        hint="Shown to visitors. Without one, they see the site’s title."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PictureField
          control={control}
          name="logoLight"
          label={fieldLabels.logoLight}
          hint="In place of the title. Shown 32 pixels high."
          ground="light"
          {...uploads}
        />
        <PictureField
          control={control}
          name="logoDark"
          label={fieldLabels.logoDark}
          hint="Without one, the same logo."
          ground="dark"
          {...uploads}
        />
        <PictureField
          control={control}
          name="favicon"
          label={fieldLabels.favicon}
          hint="In tabs and bookmarks. Best a square SVG."
          ground="any"
          {...uploads}
        />
        <SelectField
          control={control}
          name="locale"
          label={fieldLabels.locale}
          options={languageOptions}
          hint={<LanguageHint control={control} />}
        />
      </div>
    </div>
  );
}

function LanguageHint({ control }: { control: Control<Appearance> }) {
  const texts = describeSiteTexts(useWatch({ control, name: 'locale' }));
  return `Of pages whose path names no language.${texts === undefined ? '' : ` ${texts}`}`;
}

function Colors({ control }: { control: AppearanceControl }) {
  return (
    <Section title="Colors">
      <div className="flex flex-col gap-4">
        <ColorField
          control={control}
          name="primaryColor"
          label={fieldLabels.primaryColor}
          hint="Links, the current page and section, and the header of a bold theme."
          describe={describeTextColor}
        />
        <ColorField
          control={control}
          name="tint"
          label={fieldLabels.tint}
          hint="Backgrounds of code, tables and fields."
          describe={describeTint}
        />
        <details className="rounded-md border border-line px-3 py-2">
          <summary className="cursor-pointer font-medium">Colors of callouts</summary>
          <div className="mt-3 flex flex-col gap-4">
            {(['infoColor', 'successColor', 'warningColor', 'dangerColor'] as const).map((name) => (
              <ColorField
                key={name}
                control={control}
                name={name}
                label={fieldLabels[name]}
                describe={describeTextColor}
              />
            ))}
          </div>
        </details>
      </div>
    </Section>
  );
}

function Links({ control }: { control: AppearanceControl }) {
  return (
    <Section title="Links">
      <div className="flex flex-col gap-6">
        <LinksField
          control={control}
          name="headerLinks"
          label={fieldLabels.headerLinks}
          noun="header link"
          hint="At the top of every page; on phones in the menu."
          max={maxHeaderLinks}
        />
        <div data-preview-anchor="footer">
          <LinksField
            control={control}
            name="footerLinks"
            label={fieldLabels.footerLinks}
            noun="footer link"
            hint="At the bottom of every page. A path such as /guides is a page of the site."
            max={maxFooterLinks}
          />
        </div>
      </div>
    </Section>
  );
}

/** Reports the typed values to the preview beside the form. */
function ReportValues({
  control,
  onValues,
}: Pick<AppearanceFormProps, 'onValues'> & { control: AppearanceControl }) {
  const values = useWatch({ control, compute: (all) => all });
  useEffect(() => onValues(values), [values, onValues]);
  return null;
}
