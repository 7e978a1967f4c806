import { type ComponentProps, Suspense, type DragEvent, useState } from 'react';
import { useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { SamlProvider, Team } from '#api/generated/types.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { readTextFile, TextFileInput } from '#src/components/form/text-file-input.tsx';
import { newcomerRoleDescription, roleChoices, roleKey } from '#src/domain/roles/role-labels.ts';
import { normalizeUrl } from '#src/lib/text/urls.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { parseCertificates } from './certificates.ts';
import { type IdentityProviderMetadata, parseMetadata } from './metadata.ts';
import { useReadsMetadata } from './queries.ts';

interface MetadataImportProps {
  /** Called when valid metadata was parsed. */
  onImport: (provider: IdentityProviderMetadata) => void;
}

/** Fills the provider fields from pasted, dropped or uploaded metadata XML. */
function MetadataImport({ onImport }: MetadataImportProps) {
  const [result, setResult] = useState<ReturnType<typeof parseMetadata> | null>(null);
  const parse = (xml: string) => {
    if (xml.trim() === '') return setResult(null);
    const parsed = parseMetadata(xml);
    setResult(parsed);
    if (!('problem' in parsed)) onImport(parsed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    readTextFile(event.dataTransfer.files, parse);
  };
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer font-medium">Import metadata XML</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field label="Metadata file" optional>
          {(control) => (
            <TextFileInput
              {...control}
              accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
              onRead={parse}
            />
          )}
        </Field>
        <Field
          label="Metadata"
          optional
          hint="Paste the XML or drop the file here. It stays in this browser."
        >
          {(control) => (
            <Textarea
              {...control}
              spellCheck={false}
              className="max-h-40 font-mono text-xs"
              placeholder="<EntityDescriptor …>"
              onChange={({ target }) => parse(target.value)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop}
            />
          )}
        </Field>
        {result && 'problem' in result && (
          <Callout tone="danger" urgent>
            {result.problem}
          </Callout>
        )}
        {result && !('problem' in result) && (
          <Callout
            tone={result.warnings.length > 0 ? 'warning' : 'success'}
            title="Metadata imported into the fields below"
            urgent
          >
            {result.warnings.join(' ')}
          </Callout>
        )}
      </div>
    </details>
  );
}

const CertificateCards = lazyPart(async () => ({
  default: (await import('./certificate-cards.tsx')).CertificateCards,
}));

const TeamPicker = lazyPart(async () => ({
  default: (await import('#src/domain/pickers/team-picker.tsx')).TeamPicker,
}));

export interface ProviderFormValues {
  metadataURL: string;
  emailAttributes: string;
  nameAttributes: string;
  label: string;
  entityID: string;
  ssoURL: string;
  certificate: string;
  defaultTeam: Pick<Team, 'id' | 'title'> | null;
  defaultRole: string;
}

export const valuesOf = (provider?: SamlProvider): ProviderFormValues => ({
  label: provider?.label ?? '',
  metadataURL: provider?.metadata?.url ?? '',
  emailAttributes: provider?.emailAttributes?.join(', ') ?? '',
  nameAttributes: provider?.nameAttributes?.join(', ') ?? '',
  entityID: provider?.entityID ?? '',
  ssoURL: provider?.ssoURL ?? '',
  certificate: provider?.certificate ?? '',
  defaultTeam: provider?.defaultTeam
    ? { id: provider.defaultTeam.id, title: provider.defaultTeam.title }
    : null,
  defaultRole: roleKey(provider ? (provider.defaultRole ?? null) : 'read'),
});

/** The names in a list with commas. */
export const attributesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const attributeNames = z
  .string()
  .optional()
  .refine(
    (text = '') => {
      const names = attributesIn(text);
      return names.length <= 10 && names.every((name) => name.length <= 255);
    },
    { message: 'At most 10 names of at most 255 characters.' },
  );

/**
 * Existing values can be replaced, but not removed.
 *
 * @param provider the provider that is edited; undefined for a new one
 */
export const schemaFor = (provider?: SamlProvider) =>
  z
    .object({
      label: z.string().min(1).max(30),
      metadataURL: z
        .string()
        .max(2048)
        .optional()
        .refine((text) => !text || normalizeUrl(text) !== null, {
          message: 'Enter a full URL, such as https://id.example.com/metadata.',
        }),
      emailAttributes: attributeNames,
      nameAttributes: attributeNames,
      entityID: z.string().max(1024).optional(),
      ssoURL: z
        .string()
        .max(2048)
        .optional()
        .refine((text) => !text || normalizeUrl(text) !== null, {
          message: 'Enter a full URL, such as https://id.example.com/saml.',
        }),
      certificate: z
        .string()
        .max(10_000)
        .optional()
        .refine((text) => !text || 'certificates' in parseCertificates(text), {
          message: 'Not a valid X.509 certificate.',
        }),
      defaultRole: z.string(),
    })
    .superRefine((values, context) => {
      for (const name of ['entityID', 'ssoURL', 'certificate'] as const)
        if (provider?.[name] && !values[name]?.trim())
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'You can replace it, but not remove it.',
          });
    });

interface ProviderFieldsProps {
  organizationId: string;
  form: UseFormReturn<ProviderFormValues, unknown, ProviderFormValues>;
  /** The stored certificate. */
  certificate: string | undefined;
}

/** The fields of an identity provider, for the create and edit forms. */
// oxlint-disable-next-line max-lines-per-function -- the fields of one form, from top to bottom
export function ProviderFields({ organizationId, form, certificate }: ProviderFieldsProps) {
  const { control, setValue } = form;
  const certificateText = useWatch({ control, name: 'certificate' });
  const role = useWatch({ control, name: 'defaultRole' });
  const { field: team } = useController({ control, name: 'defaultTeam' });
  const hasMetadata = useReadsMetadata();
  const takeOver: ComponentProps<typeof MetadataImport>['onImport'] = (metadata) => {
    const options = { shouldDirty: true, shouldValidate: true };
    setValue('metadataURL', '', options);
    if (metadata.entityID) setValue('entityID', metadata.entityID, options);
    if (metadata.ssoURL) setValue('ssoURL', metadata.ssoURL, options);
    if (metadata.certificate) setValue('certificate', metadata.certificate, options);
  };
  return (
    <>
      <TextField
        control={control}
        name="label"
        label="Label"
        hint="Shown on the sign-in button."
        limit={30}
      />
      {hasMetadata && (
        <TextField
          control={control}
          name="metadataURL"
          label="Metadata address"
          hint="If the identity provider publishes its metadata: everything below down to the certificate is read from it, now and every day."
          optional
          inputMode="url"
          placeholder="https://id.example.com/metadata.xml"
          limit={2048}
          code
        />
      )}
      <MetadataImport onImport={takeOver} />
      <TextField
        control={control}
        name="ssoURL"
        label="IdP SSO URL"
        hint="Members sign in at this URL."
        optional
        inputMode="url"
        limit={2048}
        code
      />
      <TextField
        control={control}
        name="entityID"
        label="IdP entity ID"
        hint="Identifies the identity provider."
        optional
        limit={1024}
        code
      />
      <TextField
        control={control}
        name="certificate"
        label="Certificate"
        hint="X.509 in PEM format. Paste several certificates to rotate without downtime."
        optional
        multiline
        code
      />
      <Suspense>
        <CertificateCards
          current={certificate}
          next={certificateText === (certificate ?? '') ? undefined : certificateText}
        />
      </Suspense>
      <SelectField
        control={control}
        name="defaultRole"
        label="Default role for new users"
        hint={newcomerRoleDescription(role)}
        options={roleChoices(role)}
      />
      <DefaultTeam organizationId={organizationId} team={team.value} onChange={team.onChange} />
      {hasMetadata && <AttributeFields control={control} />}
    </>
  );
}

/** Where an address and a name are read from, if not from the usual attributes. */
function AttributeFields({ control }: Pick<ProviderFieldsProps['form'], 'control'>) {
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer font-medium">Attributes for address and name</summary>
      <div className="mt-3 flex flex-col gap-3">
        <TextField
          control={control}
          name="emailAttributes"
          label="Address attributes"
          hint="Names, separated by commas. The usual ones (email, mail, emailaddress …) are read after them, then the NameID."
          optional
          code
        />
        <TextField
          control={control}
          name="nameAttributes"
          label="Name attributes"
          hint="Names, separated by commas. The usual ones (displayname, given name and surname …) are read after them."
          optional
          code
        />
      </div>
    </details>
  );
}

interface DefaultTeamProps {
  organizationId: string;
  team: ProviderFormValues['defaultTeam'];
  onChange: (team: ProviderFormValues['defaultTeam']) => void;
}

/** The team of people who join through a provider; folded until it is wanted. */
export function DefaultTeam({ organizationId, team, onChange }: DefaultTeamProps) {
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer">
        <span className="font-medium">Default team for new users:</span>{' '}
        {team ? <bdi>{team.title}</bdi> : 'none'}
      </summary>
      <div className="mt-3 flex flex-col items-start gap-2">
        <div className="w-full">
          <Suspense fallback={<SkeletonRows rows={3} label="Loading teams" />}>
            <TeamPicker organizationId={organizationId} selected={team} onSelect={onChange} />
          </Suspense>
        </div>
        {team && (
          <Button size="small" onClick={() => onChange(null)}>
            Clear team
          </Button>
        )}
      </div>
    </details>
  );
}
