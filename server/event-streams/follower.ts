import type { User } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import type { EventPosition } from '#server/audit/event-log.ts';
import type { EventDatabase } from './event-ids.ts';
import type { StreamSink } from './event-stream.ts';
import type { OpenSubject, OpenSubjects } from './open-subjects.ts';

/** The caller of a stream as they are now. */
export interface Authorized {
  membership: Membership;
  user: User;
  /** What they have open of what they may read. */
  subjects: readonly OpenSubject[];
}

/** The parameters with which a stream is opened. */
export interface OrganizationFollowing extends Authorized {
  stream: StreamSink;
  /** The last id that the client received. */
  lastEventId: string | undefined;
  /** Without an id: how far before now it starts. */
  replaySeconds: number | undefined;
  /** As it was just before the stream opened. */
  database: EventDatabase;
  /** Throws where the caller may not follow any more. */
  authorize: () => Promise<Authorized>;
}

export interface Follower extends OrganizationFollowing {
  nextBeat: number;
  open: OpenSubjects;
  /** Whether it is sent what came before it, and not yet what the others get. */
  isCatchingUp: boolean;
  /** Whether there was something for the others in the meantime. */
  hasMissed: boolean;
  /** Where it goes on, and what of that it has, after its access was in question while there was something for it. */
  missed: { from: EventPosition; sent: ReadonlySet<number> } | undefined;
  /** Whether its notifications changed while its access was in question. */
  hasMissedNotifications: boolean;
  /** How often something about its caller has changed, and how often that was checked. */
  changes: number;
  checked: number;
  isCheckQueued: boolean;
}

/** Whether the access of its caller is in question. */
export const isSuspended = ({ changes, checked }: Follower): boolean => checked < changes;
