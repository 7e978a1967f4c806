import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { updateCachedItems, updateCachedLists } from './cached-lists.ts';
import type { ListPage } from './paging.ts';

interface Person {
  id: string;
  role: string;
}

const ada: Person = { id: 'ada', role: 'read' };
const grace: Person = { id: 'grace', role: 'edit' };
const alan: Person = { id: 'alan', role: 'admin' };

const promote = (person: Person) => (person.id === 'grace' ? { ...person, role: 'create' } : person);
const remove = (person: Person) => (person.id === 'grace' ? null : person);

describe('changeItems', () => {
  const paged = {
    pages: [
      { items: [ada, grace], count: 3, next: { page: 'b' } },
      { items: [alan], count: 3 },
    ],
    pageParams: ['', 'b'],
  };

  it('updates an item on any page and keeps the others', () => {
    const changed = updateCachedItems(paged, promote);
    expect(changed).toEqual({
      ...paged,
      pages: [{ ...paged.pages[0], items: [ada, { id: 'grace', role: 'create' }] }, paged.pages[1]],
    });
  });

  it('decrements the count of every page when an item is removed', () => {
    expect(updateCachedItems(paged, remove)).toMatchObject({
      pages: [
        { items: [ada], count: 2 },
        { items: [alan], count: 2 },
      ],
    });
  });

  it('updates a single page, also without a count', () => {
    expect(updateCachedItems({ items: [ada, grace] }, remove)).toEqual({ items: [ada] });
  });
});

describe('changeListed', () => {
  it('updates only the matching lists', () => {
    const client = new QueryClient();
    const key = (operation: string, organizationId: string) => [{ _id: operation, path: { organizationId } }];
    for (const one of [key('listMembers', 'a'), key('listMembers', 'b'), key('listTeamMembers', 'a')])
      client.setQueryData<ListPage<Person>>(one, { items: [grace] });

    updateCachedLists<Person>(client, { operation: 'listMembers', path: { organizationId: 'a' } }, remove);

    expect(client.getQueryData(key('listMembers', 'a'))).toEqual({ items: [] });
    expect(client.getQueryData(key('listMembers', 'b'))).toEqual({ items: [grace] });
    expect(client.getQueryData(key('listTeamMembers', 'a'))).toEqual({ items: [grace] });
  });
});
