/** The screen type of the screen table, and path helpers. */
import type { Page } from '@playwright/test';
import type { FileRouteTypes } from '../../src/routes.gen.ts';

/** A route of the console, with its parameters by name. */
export type Route = FileRouteTypes['to'];

/** The item fields that paths use. */
interface ListedItem {
  id: string;
  title?: string;
  name?: string;
  slug?: string;
  /** The space of a change request. */
  space?: string;
  subject?: string;
  /** The target of a comment, and its suggestion. */
  target?: { page?: { id: string } };
  suggestion?: object;
}

/** The base of paths: an organization and API access. */
export interface OrganizationContext {
  organizationId: string;
  /** Fetches a path below /v1 as the administrator. */
  read: (path: string) => Promise<{ items: ListedItem[] }>;
}

export type ResolvePath = (context: OrganizationContext) => string | Promise<string>;

/** The empty state. */
interface Empty {
  expectedText: string | RegExp;
  /** Another path for the empty state, such as a search without results. */
  path?: ResolvePath;
}

/** Paths of the failing requests; default: all but the layout's. */
interface Failure {
  pathPattern?: RegExp;
}

/** A screen or a reachable state of it. */
export interface Screen {
  /** The screenshot's file name without theme and size. */
  name: string;
  /** The route that shows it. */
  route: Route;
  path: ResolvePath;
  /** A text that is visible when the screen has loaded. */
  expectedText: string | RegExp;
  /** Runs before the screenshot. */
  prepare?: (page: Page) => Promise<void>;
  /** Absent if never empty or shown over another screen. */
  empty?: Empty;
  /** Null if it sends no requests or is shown over another screen. */
  failure: Failure | null;
}

/** All requests of a screen fail. */
export const everything: Failure = {};

/** The path of a screen of the organization. */
export const inOrganization =
  (rest: string): ResolvePath =>
  ({ organizationId }) =>
    `/o/${organizationId}${rest}`;

/** The path of the first item whose title matches, or of the first item. */
export const itemPath =
  (list: string, rest: string, title = /./): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/${list}`);
    const match = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    return `/o/${context.organizationId}/${list}/${match?.id}${rest}`;
  };

/** The path of an item addressed by name: the first match, or the first item. */
export const namedItemPath =
  (list: string, screen: string, rest = '', wanted = /./): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/${list}`);
    const names = items.map(({ slug, name, id }) => slug ?? name ?? id);
    return `/o/${context.organizationId}/${screen}/${names.find((name) => wanted.test(name)) ?? names[0]}${rest}`;
  };

/** The path of the first file of the first space whose title matches. */
export const firstFilePath =
  (title: RegExp): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/spaces`);
    const space = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    const files = await context.read(`/spaces/${space?.id}/content/files`);
    return `/o/${context.organizationId}/spaces/${space?.id}/files/${files.items[0]?.id}`;
  };

/** The path of a screen about the first page that a search finds, in the first space whose title matches. */
export const foundPagePath =
  (title: RegExp, query: string, rest: (pageId: string) => string): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/spaces`);
    const space = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    const pages = await context.read(`/spaces/${space?.id}/search?query=${query}`);
    return `/o/${context.organizationId}/spaces/${space?.id}${rest(pages.items[0]?.id ?? '')}`;
  };

/** The path of the differences between the oldest revision of the first space whose title matches, and its content now. */
export const oldestRevisionPath =
  (title: RegExp): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/spaces`);
    const space = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    const revisions = await context.read(`/spaces/${space?.id}/revisions`);
    const from = revisions.items.at(-1)?.id ?? '';
    return `/o/${context.organizationId}/spaces/${space?.id}/history/compare?from=${from}`;
  };

/** The path of a tab of the first open change request. */
export const changeRequestPath =
  (part: string): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/change-requests?status=open`);
    const [found] = items;
    return `/o/${context.organizationId}/spaces/${found?.space}/changes/${found?.id}${part}`;
  };

/** The path of a screen of a page in the first open change request. */
export const changeRequestPagePath =
  (rest: (pageId: string) => string): ResolvePath =>
  async (context) => {
    const { items } = await context.read(`/orgs/${context.organizationId}/change-requests?status=open`);
    const [found] = items;
    const pages = await context.read(`/spaces/${found?.space}/search?query=the`);
    const part = rest(pages.items[0]?.id ?? '');
    return `/o/${context.organizationId}/spaces/${found?.space}/changes/${found?.id}${part}`;
  };
