import { linkOptions } from '@tanstack/react-router';
import type { ApiSpec, OrganizationChangeRequest, SamlProvider } from '#api/generated/types.gen.ts';
import { specStatusOf } from '#src/features/api-specs/labels.ts';
import { slugToParam } from '#src/features/api-specs/queries.ts';
import { nameOf } from '#src/features/change-requests/labels.ts';
import type { WaitingReview } from '#src/features/home/attention-items.ts';
import type { AttentionItem } from '#src/features/home/attention.tsx';
import { expiryOfProvider } from '#src/features/saml/certificates.ts';

/** A change request as home lists it. */
export const toWaitingReview = ({
  id,
  number,
  subject,
  space,
  spaceTitle,
  updatedAt,
}: OrganizationChangeRequest): WaitingReview => ({
  id,
  name: nameOf({ number, subject }),
  number,
  spaceId: space,
  spaceTitle,
  updatedAt,
});

/** A specification that fails, for users who can fix it. */
export function specItems(organizationId: string, spec: ApiSpec): AttentionItem[] {
  const { tone, label } = specStatusOf(spec);
  if (tone !== 'danger' || !spec.permissions.edit) return [];
  const params = { organizationId, slug: slugToParam(spec.slug) };
  return [
    {
      id: `spec-${spec.id}`,
      text: spec.slug,
      detail: 'API specification',
      ...(spec.lastProcessedAt && { time: spec.lastProcessedAt }),
      badge: { text: label, tone },
      link: linkOptions({ to: '/o/$organizationId/api-specs/$slug', params }),
    },
  ];
}

/** A certificate that expires within a month, has expired or is not valid yet, so that members can't sign in. */
export function certificateItems(
  organizationId: string,
  provider: Pick<SamlProvider, 'id' | 'label' | 'certificate'>,
  now: Date,
): AttentionItem[] {
  const expiry = expiryOfProvider(provider.certificate, now);
  if (!expiry || expiry.state === 'valid') return [];
  const params = { organizationId, samlProviderId: provider.id };
  return [
    {
      id: `certificate-${provider.id}`,
      text: provider.label,
      detail: 'Sign-in certificate',
      badge: { text: expiry.label, tone: expiry.tone },
      link: linkOptions({ to: '/o/$organizationId/sso/$samlProviderId', params }),
    },
  ];
}
