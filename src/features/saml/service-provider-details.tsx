import type { SamlProvider } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

/** The service provider values to enter at the identity provider. */
export function ServiceProviderDetails({ service }: Pick<SamlProvider, 'service'>) {
  const values = [
    {
      name: 'ACS URL',
      what: 'ACS URL',
      value: service.acsURL,
      hint: 'Where the identity provider sends SAML responses.',
    },
    {
      name: 'SP entity ID',
      what: 'entity ID',
      value: service.entityID,
      hint: 'Identifies this service at the identity provider; also called audience.',
    },
    {
      name: 'Login URL',
      what: 'login URL',
      value: service.startURL,
      hint: 'Starts a sign-in. Use it for app tiles and bookmarks.',
    },
  ];
  // The entity ID of a service is usually the URL of its metadata.
  const hasMetadata = /^https?:\/\//.test(service.entityID);
  return (
    <div className="flex flex-col gap-4">
      {values.map(({ name, what: copyLabel, value, hint }) => (
        <Field key={copyLabel} label={name} hint={hint}>
          {({ id, 'aria-describedby': described }) => (
            <div className="flex gap-2">
              <Input
                id={id}
                aria-describedby={described}
                readOnly
                value={value}
                className="font-mono"
                onFocus={(event) => event.target.select()}
              />
              <CopyButton text={value} what={copyLabel} />
            </div>
          )}
        </Field>
      ))}
      {hasMetadata && (
        <p>
          Many identity providers can import these values from{' '}
          <a href={service.entityID} target="_blank" rel="noreferrer" className="link">
            the service provider metadata
          </a>
          .
        </p>
      )}
    </div>
  );
}
