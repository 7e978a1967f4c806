import type { OrganizationEvent } from '#api/generated/types.gen.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';

/** Whether who may read the content of an event, or a site, can be others than before. */
export const concernsAccess = ({ targetKind }: LoggedEvent): boolean =>
  targetKind === 'space' || targetKind === 'collection' || targetKind === 'site';

/** The space whose access an event concerns; undefined for that of several. */
export const spaceOf = ({ targetKind, targetId }: LoggedEvent): string | undefined =>
  targetKind === 'space' ? targetId : undefined;

export function toView(event: LoggedEvent): OrganizationEvent {
  const { id, action, targetKind, targetId, spaceId, changeRequestId, actorId } = event;
  return {
    id,
    action,
    target: { kind: targetKind, id: targetId },
    ...(spaceId !== null && { space: spaceId }),
    ...(changeRequestId !== null && { changeRequest: changeRequestId }),
    user: actorId,
  };
}

export function groupByOrganization(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    if (event.organizationId === null) continue;
    const group = groups.get(event.organizationId) ?? [];
    groups.set(event.organizationId, group);
    group.push(event);
  }
  return groups;
}
