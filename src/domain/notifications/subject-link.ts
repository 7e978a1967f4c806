import { type LinkProps, linkOptions } from '@tanstack/react-router';
import type { Notification, NotificationSubject } from '#api/generated/types.gen.ts';

interface Place {
  organization: string;
  subject: NotificationSubject;
  /** The comment that it is about. */
  comment?: string | undefined;
}

/** The screen of a subject; the comment where there is one. */
export function subjectLink({ organization: organizationId, subject, comment }: Place): LinkProps {
  const { kind, id, number, space = id } = subject;
  if (kind === 'change-request') {
    const params = { organizationId, spaceId: space, changeRequest: String(number ?? id) };
    return comment === undefined
      ? linkOptions({ to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest', params })
      : linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/comments',
          params,
          search: { comment, status: 'all' },
        });
  }
  if (kind === 'space') {
    const params = { organizationId, spaceId: id };
    return comment === undefined
      ? linkOptions({ to: '/o/$organizationId/spaces/$spaceId', params })
      : linkOptions({
          to: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}',
          params: { ...params, commentId: comment },
          search: { status: 'all' },
        });
  }
  return linkOfOthers(organizationId, subject);
}

/** The screen of a subject that has no comments. */
function linkOfOthers(organizationId: string, { kind, id, space }: NotificationSubject): LinkProps {
  const params = { organizationId };
  switch (kind) {
    case 'collection':
      return linkOptions({
        to: '/o/$organizationId/collections/$collectionId',
        params: { organizationId, collectionId: id },
      });
    case 'site':
      return linkOptions({ to: '/o/$organizationId/sites/$siteId', params: { organizationId, siteId: id } });
    case 'import':
      return linkOptions({
        to: '/o/$organizationId/imports/$importId',
        params: { organizationId, importId: id },
      });
    case 'webhook':
      return linkOptions({
        to: '/o/$organizationId/settings/webhooks/$webhookId',
        params: { organizationId, webhookId: id },
      });
    case 'git-connection':
      return linkOptions({
        to: '/o/$organizationId/spaces/$spaceId/git',
        params: { organizationId, spaceId: space ?? '' },
      });
    case 'api-spec':
      return linkOptions({ to: '/o/$organizationId/api-specs', params });
    case 'identity-provider':
      return linkOptions({ to: '/o/$organizationId/sso', params });
    case 'mail':
      return linkOptions({ to: '/o/$organizationId/settings/mail', params });
    case 'api-token':
      return linkOptions({ to: '/account' });
    default:
      return linkOptions({ to: '/o/$organizationId', params });
  }
}

/** The screen that a notification is about. */
export const notificationLink = ({ organization, subject, latest }: Notification): LinkProps =>
  subjectLink({ organization, subject, comment: latest.comment });
