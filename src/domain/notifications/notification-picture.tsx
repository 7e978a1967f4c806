import { GitBranch } from 'lucide-react';
import type { Notification } from '#api/generated/types.gen.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { isFromRepository } from './labels.ts';

/** Who did it, or a branch for what came from a repository. Decorative: the sentence beside it says the same. */
export function NotificationPicture({ notification }: { notification: Notification }) {
  if (isFromRepository(notification))
    return (
      <span aria-hidden="true" className="avatar size-6 rounded-full border border-line text-ink-soft">
        <GitBranch className="size-3.5" />
      </span>
    );
  const { actors, subject } = notification;
  return <Avatar name={actors[0]?.displayName ?? subject.title} src={actors[0]?.photoURL} />;
}
