import { describe, expect, it } from 'vitest';
import type { NotificationDeliveries } from '#api/generated/types.gen.ts';
import { changedDeliveries } from './settings-form.tsx';

const defaults: NotificationDeliveries = {
  requests: 'mail',
  mentions: 'mail',
  conflicts: 'mail',
  reviews: 'app',
  comments: 'app',
  sites: 'app',
  access: 'app',
  jobs: 'app',
  reactions: 'weekly',
  followed: 'weekly',
  administration: 'app',
};

describe('changes of notification settings', () => {
  it('are of changed groups only', () => {
    expect(changedDeliveries(defaults, { ...defaults, comments: 'daily' }, defaults)).toEqual({
      comments: 'daily',
    });
    expect(changedDeliveries(defaults, defaults, defaults)).toEqual({});
  });

  it('remove what is the default, so that it follows the default', () => {
    expect(changedDeliveries({ ...defaults, comments: 'off' }, defaults, defaults)).toEqual({
      comments: null,
    });
  });
});
