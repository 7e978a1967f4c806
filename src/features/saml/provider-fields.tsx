import { lazy, Suspense } from 'react';
import { type Control, useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Role, SamlProvider, Team } from '#api/generated/types.gen.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { roleOptions, roleKey, roleDescription, roleName } from '#src/components/roles/role-labels.ts';
import { normalizeUrl } from '#src/lib/normalize-url.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { parseCertificates } from './certificates.ts';
import { MetadataImport } from './metadata-import.tsx';

const CertificateCards = lazy(async () => ({
  default: (await import('./certificate-cards.tsx')).CertificateCards,
}));

const TeamPicker = lazy(async () => ({
  default: (await import('#src/components/pickers/team-picker.tsx')).TeamPicker,
}));

export interface ProviderFormValues {
  label: string;
  entityID: string;
  ssoURL: string;
  certificate: string;
  defaultTeam: Pick<Team, 'id' | 'title'> | null;
  defaultRole: string;
}

export const valuesOf = (provider?: SamlProvider): ProviderFormValues => ({
  label: provider?.label ?? '',
  entityID: provider?.entityID ?? '',
  ssoURL: provider?.ssoURL ?? '',
  certificate: provider?.certificate ?? '',
  defaultTeam: provider?.defaultTeam
    ? { id: provider.defaultTeam.id, title: provider.defaultTeam.title }
    : null,
  defaultRole: roleKey(provider ? (provider.defaultRole ?? null) : 'read'),
});

export const roleFromKey = (key: string): Role | null =>
  roleOptions.find((role) => role !== null && role === key) ?? null;

/**
 * Existing values can be replaced, but not removed.
 *
 * @param provider the provider that is edited; undefined for a new one
 */
export const schemaFor = (provider?: SamlProvider) =>
  z
    .object({
      label: z.string().min(1).max(30),
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
export function ProviderFields({ organizationId, form, certificate }: ProviderFieldsProps) {
  const { control, setValue } = form;
  const certificateText = useWatch({ control, name: 'certificate' });
  const role = useWatch({ control, name: 'defaultRole' });
  return (
    <>
      <TextField
        control={control}
        name="label"
        label="Label"
        hint="Shown on the sign-in button."
        limit={30}
      />
      <MetadataImport
        onImport={(found) => {
          const options = { shouldDirty: true, shouldValidate: true };
          if (found.entityID) setValue('entityID', found.entityID, options);
          if (found.ssoURL) setValue('ssoURL', found.ssoURL, options);
          if (found.certificate) setValue('certificate', found.certificate, options);
        }}
      />
      <TextField
        control={control}
        name="ssoURL"
        label="IdP SSO URL"
        hint="Where members are sent to sign in."
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
        hint={roleDescription(roleFromKey(role))}
        options={roleOptions.map((one) => ({ value: roleKey(one), label: roleName(one) }))}
      />
      <DefaultTeam organizationId={organizationId} control={control} />
    </>
  );
}

interface DefaultTeamProps {
  organizationId: string;
  control: Control<ProviderFormValues, unknown, ProviderFormValues>;
}

function DefaultTeam({ organizationId, control }: DefaultTeamProps) {
  const { field } = useController({ control, name: 'defaultTeam' });
  const team = field.value;
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer">
        <span className="font-medium">Default team for new users:</span>{' '}
        {team ? <bdi>{team.title}</bdi> : 'none'}
      </summary>
      <div className="mt-3 flex flex-col items-start gap-2">
        <div className="w-full">
          <Suspense fallback={<SkeletonRows rows={3} label="Loading teams" />}>
            <TeamPicker organizationId={organizationId} selected={team} onSelect={field.onChange} />
          </Suspense>
        </div>
        {team && (
          <Button size="small" onClick={() => field.onChange(null)}>
            Clear team
          </Button>
        )}
      </div>
    </details>
  );
}
