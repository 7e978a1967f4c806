import { newId } from '#server/base/ids.ts';
import type { PubSub } from '#server/database/engine/pub-sub.ts';

/** A committed change of a notification. */
export interface NotificationSignal {
  userId: string;
  organizationId: string;
  notificationId: string;
}

type Listener = (signals: readonly NotificationSignal[]) => void;

/** How long further signals are batched, so that many at once are few messages. */
const BATCH_MS = 5;
/** PostgreSQL allows 8000 bytes per message; a signal takes 63. */
const MAX_PER_MESSAGE = 100;

const listeners = new Set<Listener>();
const localListeners = new Set<Listener>();

/** Notifies the open streams of recipients, in this process and in others. Call it after the commit. */
export function signalNotifications(signals: readonly NotificationSignal[]): void {
  if (signals.length === 0) return;
  for (const listener of localListeners) listener(signals);
  notify(signals);
}

function notify(signals: readonly NotificationSignal[]): void {
  for (const listener of listeners) listener(signals);
}

/** Calls `listener` after changes, of this process or another one. Returns an unsubscribe function. */
export function onNotificationSignal(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Exchanges signals with the other processes on the database. Returns a function that stops it. */
export function shareNotificationSignals(pubSub: PubSub): () => void {
  const sender = newId();
  let waiting: NotificationSignal[] = [];
  let timer: NodeJS.Timeout | undefined;
  const publish = () => {
    timer = undefined;
    const signals = waiting;
    waiting = [];
    for (let start = 0; start < signals.length; start += MAX_PER_MESSAGE) {
      const texts = signals.slice(start, start + MAX_PER_MESSAGE).map(toText);
      void pubSub.publish('notifications', [sender, ...texts].join(','));
    }
  };
  const share = (signals: readonly NotificationSignal[]) => {
    waiting.push(...signals);
    timer ??= setTimeout(publish, BATCH_MS).unref();
  };
  pubSub.subscribe('notifications', (message) => {
    const [from, ...texts] = message.split(',');
    if (from !== sender) notify(texts.flatMap(parseText));
  });
  localListeners.add(share);
  return () => {
    localListeners.delete(share);
    clearTimeout(timer);
    publish();
  };
}

/** The changes of one recipient in one organization. */
export interface RecipientSignals {
  userId: string;
  organizationId: string;
  notificationIds: string[];
}

export function groupByRecipient(signals: readonly NotificationSignal[]): RecipientSignals[] {
  const groups = new Map<string, RecipientSignals>();
  for (const { userId, organizationId, notificationId } of signals) {
    const key = `${userId}:${organizationId}`;
    const group = groups.get(key) ?? { userId, organizationId, notificationIds: [] };
    groups.set(key, group);
    group.notificationIds.push(notificationId);
  }
  return [...groups.values()];
}

const toText = ({ userId, organizationId, notificationId }: NotificationSignal): string =>
  `${userId}:${organizationId}:${notificationId}`;

function parseText(text: string): NotificationSignal[] {
  const [userId, organizationId, notificationId] = text.split(':');
  if (userId === undefined || organizationId === undefined || notificationId === undefined) return [];
  return [{ userId, organizationId, notificationId }];
}
