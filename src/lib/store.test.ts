import { describe, expect, it } from 'vitest';
import { createRegistry, createStore } from './store.ts';

describe('a store', () => {
  it('notifies its listeners of every change and of nothing else', () => {
    const store = createStore(1);
    const received: number[] = [];
    const end = store.subscribe(() => received.push(store.get()));
    store.set(2);
    store.set(2);
    store.set((current) => current + 1);
    end();
    store.set(9);
    expect(received).toEqual([2, 3]);
    expect(store.get()).toBe(9);
  });

  it('lets a listener unsubscribe while it is being notified', () => {
    const store = createStore(0);
    const received: string[] = [];
    const end = store.subscribe(() => {
      received.push('first');
      end();
    });
    store.subscribe(() => received.push('second'));
    store.set(1);
    store.set(2);
    expect(received).toEqual(['first', 'second', 'second']);
  });
});

describe('a registry', () => {
  it('holds registered items in order until each is removed', () => {
    const registry = createRegistry<string>();
    const endFirst = registry.add(['a', 'b']);
    const endSecond = registry.add(['c']);
    expect(registry.all.get()).toEqual(['a', 'b', 'c']);
    endFirst();
    expect(registry.all.get()).toEqual(['c']);
    endSecond();
    endSecond();
    expect(registry.all.get()).toEqual([]);
  });
});
