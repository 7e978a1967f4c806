import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { OidcProvider, SamlProvider } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { ProviderCheck } from './provider-checks.ts';

const stateStyles = {
  passed: { Icon: CircleCheck, colorClass: 'text-success-ink', label: 'Passed' },
  warning: { Icon: TriangleAlert, colorClass: 'text-warning-ink', label: 'Warning' },
  failed: { Icon: CircleX, colorClass: 'text-danger-ink', label: 'Failed' },
};

export function ProviderCheckList({ checks }: { checks: readonly ProviderCheck[] }) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line rounded-lg border border-line">
      {checks.map(({ state, message }) => {
        const { Icon, colorClass, label } = stateStyles[state];
        return (
          <li key={message} className="flex gap-2.5 px-3 py-2">
            <Icon aria-label={label} role="img" className={`mt-0.5 size-4 shrink-0 ${colorClass}`} />
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface CopiedValue {
  name: string;
  /** Completes "Copy …". */
  copyLabel: string;
  value: string;
  hint: string;
}

/** Values to enter at the identity provider. */
function CopiedValues({ values }: { values: readonly CopiedValue[] }) {
  return values.map(({ name, copyLabel, value, hint }) => (
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
  ));
}

const loginUrl = (startURL: string): CopiedValue => ({
  name: 'Login URL',
  copyLabel: 'login URL',
  value: startURL,
  hint: 'Starts a sign-in. Use it for app tiles and bookmarks.',
});

/** The service provider values to enter at a SAML provider. */
export function ServiceProviderDetails({ service }: Pick<SamlProvider, 'service'>) {
  const values = [
    {
      name: 'ACS URL',
      copyLabel: 'ACS URL',
      value: service.acsURL,
      hint: 'Where the identity provider sends SAML responses.',
    },
    {
      name: 'SP entity ID',
      copyLabel: 'entity ID',
      value: service.entityID,
      hint: 'Identifies this service at the identity provider; also called audience.',
    },
    loginUrl(service.startURL),
  ];
  // The entity ID of a service is usually the URL of its metadata.
  const hasMetadata = /^https?:\/\//.test(service.entityID);
  return (
    <div className="flex flex-col gap-4">
      <CopiedValues values={values} />
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

/** The values to enter at an OpenID Connect provider. */
export function ClientDetails({ service }: Pick<OidcProvider, 'service'>) {
  const redirect = {
    name: 'Redirect URI',
    copyLabel: 'redirect URI',
    value: service.redirectURL,
    hint: 'Where the identity provider leads back to.',
  };
  return (
    <div className="flex flex-col gap-4">
      <CopiedValues values={[redirect, loginUrl(service.startURL)]} />
    </div>
  );
}
