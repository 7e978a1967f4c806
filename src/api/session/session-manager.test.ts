import { beforeEach, describe, expect, it } from 'vitest';
import type { Grant } from '#src/api/session/grants.ts';
import { createSessionManager, renewBeforeMs } from './session-manager.ts';

const user = { object: 'user', id: 'u1', displayName: 'Ada', urls: { location: '/v1/users/u1' } } as const;
const minutes = (count: number) => count * 60_000;

/** A session manager with its own clock and a server that grants `t1`, `t2`, … until `isDenied` is set. */
function setUp() {
  const world = { time: 0, renewals: 0, isDenied: false, timers: [] as { at: number; act: () => void }[] };
  const grant = (number: number): Grant => ({
    accessToken: `t${number}`,
    expiresAt: new Date(world.time + minutes(15)).toISOString(),
    user,
  });
  const manager = createSessionManager({
    now: () => world.time,
    renew: async () => {
      world.renewals += 1;
      return world.isDenied ? null : grant(world.renewals);
    },
    schedule: (act, milliseconds) => {
      const timer = { at: world.time + milliseconds, act };
      world.timers.push(timer);
      return () => (world.timers = world.timers.filter((other) => other !== timer));
    },
  });
  const advance = async (milliseconds: number) => {
    world.time += milliseconds;
    const due = world.timers.filter((timer) => timer.at <= world.time);
    world.timers = world.timers.filter((timer) => timer.at > world.time);
    for (const timer of due) timer.act();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { world, manager, advance, signIn: () => manager.adopt({ ...grant(0), server: null }) };
}

describe('the session manager', () => {
  let setup: ReturnType<typeof setUp>;
  beforeEach(() => {
    setup = setUp();
  });

  it('has no token before sign-in', async () => {
    expect(await setup.manager.token()).toBeNull();
    expect(await setup.manager.recover(null)).toBeNull();
    expect(setup.world.renewals).toBe(0);
  });

  it('renews automatically before each expiry', async () => {
    setup.signIn();
    await setup.advance(minutes(15) - renewBeforeMs - 1);
    expect(await setup.manager.token()).toBe('t0');
    await setup.advance(1);
    expect(await setup.manager.token()).toBe('t1');
    await setup.advance(minutes(14));
    expect(await setup.manager.token()).toBe('t2');
  });

  it('renews before sending when the computer slept past the timer', async () => {
    setup.signIn();
    setup.world.time += minutes(60);
    expect(await setup.manager.token()).toBe('t1');
  });

  it('renews once for many rejected requests', async () => {
    setup.signIn();
    const tokens = await Promise.all([1, 2, 3].map(() => setup.manager.recover('t0')));
    expect(tokens).toEqual(['t1', 't1', 't1']);
    expect(setup.world.renewals).toBe(1);
    expect(await setup.manager.recover('t0')).toBe('t1');
    expect(setup.world.renewals).toBe(1);
  });

  it('holds requests after the session ended and continues after the next sign-in', async () => {
    setup.signIn();
    setup.world.isDenied = true;
    const recovered = setup.manager.recover('t0');
    await setup.advance(0);
    expect(setup.manager.state.get()).toEqual({ status: 'ended', user, server: null });
    const later = setup.manager.token();
    setup.manager.adopt({ accessToken: 'again', expiresAt: null, user, server: null });
    expect(await Promise.all([recovered, later])).toEqual(['again', 'again']);
    expect(setup.manager.state.get().status).toBe('signed-in');
  });

  it('rejects the waiting requests if the user does not sign in again', async () => {
    setup.signIn();
    setup.world.isDenied = true;
    const recovered = setup.manager.recover('t0');
    await setup.advance(0);
    setup.manager.clear();
    expect(await recovered).toBeNull();
    expect(setup.manager.state.get()).toEqual({ status: 'signed-out' });
  });

  it('never renews the token of another server', async () => {
    setup.manager.adopt({ accessToken: 'api', expiresAt: null, user: null, server: 'https://docs.example' });
    expect(setup.world.timers).toEqual([]);
    const recovered = setup.manager.recover('api');
    await setup.advance(0);
    expect(setup.manager.state.get().status).toBe('ended');
    expect(setup.world.renewals).toBe(0);
    setup.manager.clear();
    expect(await recovered).toBeNull();
  });

  it('keeps the session when the server can’t be reached', async () => {
    const manager = createSessionManager({
      now: () => 0,
      renew: () => Promise.reject(new TypeError('Failed to fetch')),
      schedule: () => () => {},
    });
    manager.adopt({ accessToken: 't0', expiresAt: new Date(minutes(15)).toISOString(), user, server: null });
    await expect(manager.recover('t0')).rejects.toThrow('Failed to fetch');
    expect(manager.state.get().status).toBe('signed-in');
    expect(await manager.token()).toBe('t0');
  });
});
