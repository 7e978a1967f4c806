import type { NotificationSubject } from '#api/generated/types.gen.ts';
import type { SubjectRow } from './readable-notifications.ts';

/** What a row is about. */
export type OfSubject = SubjectRow & {
  organization_id: string;
  subject_kind: NotificationSubject['kind'];
  subject_id: string;
};

/** The path of the screen of a subject in the console. */
export function screenOf(row: OfSubject, { hasComment }: { hasComment: boolean }): string {
  const { subject_id: id, subject_number: number, subject_slug: slug, space_id: space } = row;
  const organization = `/o/${row.organization_id}`;
  const screens: Record<NotificationSubject['kind'], string> = {
    'change-request': `${organization}/spaces/${space}/changes/${number}${hasComment ? '/comments' : ''}`,
    space: `${organization}/spaces/${id}`,
    collection: `${organization}/collections/${id}`,
    site: `${organization}/sites/${id}`,
    organization,
    import: `${organization}/imports/${id}`,
    'api-spec': `${organization}/api-specs/${slug}`,
    'git-connection': `${organization}/spaces/${space}/git`,
    webhook: `${organization}/settings`,
    'identity-provider': `${organization}/sso`,
    'api-token': '/account',
    mail: `${organization}/settings/mail`,
    events: `${organization}/settings`,
  };
  return screens[row.subject_kind];
}
