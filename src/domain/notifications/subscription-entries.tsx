import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellPlus } from 'lucide-react';
import type { Subscription } from '#api/generated/types.gen.ts';
import { isIdle } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { MenuEntries, MenuEntry } from '#src/ui/menu.ts';
import { subscriptionsIn } from './queries.ts';
import { type SubscriptionSubject, useSubscriptionChange } from './subscription-actions.ts';

type Subscriptions = { items: readonly Subscription[] } | null | undefined;

/** Menu entries that follow or mute a subject. None where the server has no such thing, and until its state has arrived. */
export function useSubscriptionEntries(organizationId: string, subject: SubscriptionSubject): MenuEntry[] {
  const { data, describe } = useSubscriptions(organizationId, subject);
  return describe(data);
}

/** Like `useSubscriptionEntries`, for a menu of nothing else: it opens at any time, and waits for the state. */
export function useSubscriptionMenu(organizationId: string, subject: SubscriptionSubject): () => MenuEntries {
  const { data, describe } = useSubscriptions(organizationId, subject);
  const queryClient = useQueryClient();
  return () =>
    data === undefined
      ? queryClient.ensureQueryData(subscriptionsIn(organizationId)).then(describe)
      : describe(data);
}

function useSubscriptions(organizationId: string, subject: SubscriptionSubject) {
  const idle = useStore(isIdle);
  const { data } = useQuery({ ...subscriptionsIn(organizationId), enabled: idle });
  const change = useSubscriptionChange();
  const describe = (subscriptions: Subscriptions): MenuEntry[] => {
    if (!subscriptions) return [];
    const subscription = subscriptions.items.find(
      (item) => item.subject.kind === subject.kind && item.subject.id === subject.id,
    );
    const state = subscription?.state ?? null;
    const choose = (choice: 'following' | 'muted') => () =>
      void change(subject, state === choice ? null : choice, state);
    return [
      {
        label: 'Follow',
        icon: <BellPlus />,
        hint: 'Get notified of every change',
        checked: state === 'following',
        onSelect: choose('following'),
      },
      {
        label: 'Mute',
        icon: <BellOff />,
        hint: 'Only if you are asked or mentioned',
        checked: state === 'muted',
        onSelect: choose('muted'),
      },
    ];
  };
  return { data, describe };
}
