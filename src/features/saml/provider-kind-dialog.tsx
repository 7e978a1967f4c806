import { Link, linkOptions } from '@tanstack/react-router';
import { Dialog } from '#src/ui/dialog.tsx';

interface ProviderKindDialogProps {
  organizationId: string;
  onClose: () => void;
}

const kinds = [
  {
    kind: 'oidc',
    title: 'OpenID Connect',
    description:
      'You get an issuer, a client ID and a client secret. The simpler choice, if the provider offers both.',
    providers: 'Entra, Okta, Google, Keycloak',
  },
  {
    kind: 'saml',
    title: 'SAML',
    description: 'You get metadata, or an SSO URL, an entity ID and a certificate.',
    providers: 'Entra, Okta, Google, Keycloak, ADFS, Shibboleth',
  },
] as const;

/** Asks which kind of identity provider to add. */
export function ProviderKindDialog({ organizationId, onClose }: ProviderKindDialogProps) {
  return (
    <Dialog
      title="New identity provider"
      description="How does your identity provider connect?"
      initialFocus="a"
      onClose={onClose}
    >
      <ul className="flex flex-col gap-3">
        {kinds.map(({ kind, title, description, providers }) => (
          <li key={kind}>
            <Link
              {...linkOptions({
                to: '/o/$organizationId/sso/new',
                params: { organizationId },
                search: { kind },
                replace: true,
              })}
              aria-label={title}
              aria-describedby={`provider-kind-${kind}`}
              className="block rounded-lg border border-line px-4 py-3 hover:bg-hover"
            >
              <span className="block font-medium">{title}</span>
              <span id={`provider-kind-${kind}`} className="block text-ink-soft">
                {description} For example: {providers}.
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
