/** What a screen is to those who visit all of them, and how its address is found among what an organization holds. */
import type { Page } from '@playwright/test';
import type { FileRouteTypes } from '../../src/routes.gen.ts';

/** An address of the console, with its parameters by name. */
export type Route = FileRouteTypes['to'];

/** What a path may need to know of a listed thing. */
interface ListedItem {
  id: string;
  title?: string;
  name?: string;
  slug?: string;
  /** The space of a change request. */
  space?: string;
}

/** What a path is made from: an organization and a way to ask the interface. */
export interface OrganizationContext {
  organizationId: string;
  /** Reads an address below /v1 as the administrator. */
  read: (path: string) => Promise<{ items: ListedItem[] }>;
}

/** Finds a screen's address. */
export type ResolvePath = (context: OrganizationContext) => string | Promise<string>;

/** What is seen where there is nothing to show. */
interface Empty {
  expectedText: string | RegExp;
  /** Where, when that is not the screen's own address: a search that finds nothing. */
  path?: ResolvePath;
}

/** Which requests fail, by their path; by default everything but what the frame around the screens needs. */
interface Failure {
  pathPattern?: RegExp;
}

/** One screen, or one state of it that has an address or a way to reach it. */
export interface Screen {
  /** A picture's file name without theme and size. */
  name: string;
  /** The route that shows it. */
  route: Route;
  path: ResolvePath;
  /** A text that is there when the screen has what it is about. */
  expectedText: string | RegExp;
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
  /** Absent for what is never empty and for what stands over another screen. */
  empty?: Empty;
  /** Null for what asks for nothing and for what stands over another screen. */
  failure: Failure | null;
}

/** Everything that a screen has asked for fails. */
export const everything: Failure = {};

/** An address of the organization. */
export const inOrganization =
  (rest: string): ResolvePath =>
  ({ organizationId }) =>
    `/o/${organizationId}${rest}`;

/** The address of one thing, found as the first of a list whose title matches, or simply the first. */
export const itemPath =
  (list: string, rest: string, title = /./): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/${list}`);
    const found = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    return `/o/${context.organizationId}/${list}/${found?.id}${rest}`;
  };

/** The address of a thing of a list that stands at another address in the console: the first, or that of a name. */
export const namedItemPath =
  (list: string, screen: string, rest = '', wanted = /./): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/${list}`);
    const names = items.map(({ slug, name, id }) => slug ?? name ?? id);
    return `/o/${context.organizationId}/${screen}/${names.find((name) => wanted.test(name)) ?? names[0]}${rest}`;
  };

/** The address of the first file of a space whose title matches. */
export const firstFilePath =
  (title: RegExp): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/spaces`);
    const space = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    const files = await context.read(`/spaces/${space?.id}/content/files`);
    return `/o/${context.organizationId}/spaces/${space?.id}/files/${files.items[0]?.id}`;
  };

/** The address of a part of the first open change request. */
export const changeRequestPath =
  (part: string): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/change-requests?status=open`);
    const [found] = items;
    return `/o/${context.organizationId}/spaces/${found?.space}/changes/${found?.id}${part}`;
  };
