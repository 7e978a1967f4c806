import fc from 'fast-check';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import type { OrganizationFixture } from '#server/test/organization-fixture.ts';
import type { ServerResponse } from '#server/test/processes/second-server.ts';
import { SiteEditor } from '#server/test/site-editor.ts';
import { as, testApp } from '#server/test/test-app.ts';

/** Reads a page from one of the servers. */
export type Read = (url: string, headers?: Record<string, string>) => Promise<ServerResponse>;

const TITLES = ['One', 'Two', 'Three'] as const;
const PATHS = ['a', 'b', 'c', 'd'] as const;

export type Step =
  | { change: 'merge' | 'hide' | 'rename page'; section: number }
  | { change: 'move'; section: number; to: number }
  | { change: 'path' | 'title'; section: number; to: number }
  | { change: 'visibility'; to: number }
  | { change: 'publish' | 'title of the site' | 'key' | 'adaptive content' };

const number = fc.nat({ max: 11 });
export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ change: fc.constantFrom('merge', 'hide', 'rename page'), section: number }),
  fc.record({ change: fc.constantFrom('move', 'path', 'title'), section: number, to: number }),
  fc.record({ change: fc.constant('visibility'), to: number }),
  fc.record({ change: fc.constantFrom('publish', 'title of the site', 'key', 'adaptive content') }),
);

const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

interface Section {
  title: string;
  path: string;
  isHidden: boolean;
  page: string;
  pageTitle: string;
  text: string;
}

/** A site with the content that each visitor has to see. */
export class SiteModel {
  readonly #w: OrganizationFixture;
  readonly #servers: readonly Read[];
  readonly #site: SiteEditor;
  #shareKey: string;
  /** In published order; the first one that was made is the default. */
  #sections: (Section & { name: string })[] = [];
  #title = 'Docs';
  #visibility: (typeof VISIBILITIES)[number] = 'public';
  #isPublished = true;
  #isAdaptive = false;
  #key: { id: string; secret: string } | undefined;
  #count = 0;
  /** The last answer of each server for each address. */
  readonly #known = new Map<string, { etag: string; body: string }>();

  private constructor(w: OrganizationFixture, servers: readonly Read[], site: SiteEditor, shareKey: string) {
    this.#w = w;
    this.#servers = servers;
    this.#site = site;
    this.#shareKey = shareKey;
  }

  static async open(w: OrganizationFixture, servers: readonly Read[]): Promise<SiteModel> {
    const site = await SiteEditor.open(w, { title: 'Docs', published: true });
    const model = new SiteModel(w, servers, site, await readShareKey(site.id));
    for (const name of TITLES) {
      const { path } = await site.addSection(name);
      const { pages } = await site.write(`${name}/${name}`, [
        { title: `Start of ${name}`, text: `Text of ${name}.\n` },
      ]);
      const page = pages[0]?.id ?? '';
      model.#sections.push({
        name,
        title: name,
        path,
        isHidden: false,
        page,
        pageTitle: `Start of ${name}`,
        text: `Text of ${name}.`,
      });
    }
    await model.check();
    return model;
  }

  #pick(at: number) {
    const section = this.#sections[at % this.#sections.length];
    if (!section) throw new Error('There are no sections.');
    return section;
  }

  async take(step: Step): Promise<void> {
    this.#count += 1;
    switch (step.change) {
      case 'merge':
      case 'rename page':
        return this.#merge(this.#pick(step.section), step.change);
      case 'hide': {
        const section = this.#pick(step.section);
        section.isHidden = !section.isHidden;
        const condition = section.isHidden ? 'visitor.claims.isStaff' : null;
        return this.#patch(`/sections/${this.#site.idOf(section.name)}`, { condition });
      }
      case 'move':
        return this.#move(this.#pick(step.section), this.#pick(step.to));
      case 'path': {
        const section = this.#pick(step.section);
        const path = `${PATHS[step.to % PATHS.length]}${this.#count}`;
        section.path = path;
        return this.#patch(`/sections/${this.#site.idOf(section.name)}`, { path });
      }
      case 'title': {
        const section = this.#pick(step.section);
        section.title = `Renamed ${this.#count}`;
        return this.#patch(`/sections/${this.#site.idOf(section.name)}`, { title: section.title });
      }
      case 'visibility':
        return this.#changeVisibility(VISIBILITIES[step.to % VISIBILITIES.length] ?? 'public');
      case 'publish':
        this.#isPublished = !this.#isPublished;
        await this.#send('post', this.#isPublished ? '/publish' : '/unpublish');
        return undefined;
      case 'title of the site':
        this.#title = `Docs ${this.#count}`;
        return this.#patch('', { title: this.#title });
      case 'key':
        return this.#changeKey();
      case 'adaptive content':
        this.#isAdaptive = !this.#isAdaptive;
        return this.#patch('', { adaptiveContent: { enabled: this.#isAdaptive } });
    }
  }

  async #send(method: 'post' | 'patch', path: string, body: object = {}) {
    const response = await as(this.#w.admin)[method](this.#site.url(path), body);
    expect({ path, body, status: response.status }).toMatchObject({ status: expect.toSatisfy(isDone) });
    return response;
  }

  async #patch(path: string, body: object): Promise<void> {
    await this.#send('patch', path, body);
  }

  async #merge(section: Section & { name: string }, change: 'merge' | 'rename page'): Promise<void> {
    const space = `/v1/spaces/${await this.#site.spaceIdOf(`${section.name}/${section.name}`)}`;
    const created = await as(this.#w.admin).post(`${space}/change-requests`, { subject: 'Change' });
    const path = `${space}/change-requests/${created.body.id}`;
    if (change === 'merge') section.text = `Text ${this.#count} of ${section.name}.`;
    else section.pageTitle = `Start ${this.#count}`;
    const edit = {
      operation: 'update_page',
      page: section.page,
      title: section.pageTitle,
      document: { markdown: `${section.text}\n` },
    };
    expect((await as(this.#w.admin).post(`${path}/content`, { changes: [edit] })).status).toBe(200);
    expect((await as(this.#w.admin).post(`${path}/merge`)).status).toBe(200);
  }

  async #move(section: Section & { name: string }, before: Section & { name: string }): Promise<void> {
    if (section === before) return;
    expect((await this.#site.moveSection(section.name, { before: before.name })).status).toBe(200);
    const others = this.#sections.filter((one) => one !== section);
    others.splice(others.indexOf(before), 0, section);
    this.#sections = others;
  }

  async #changeVisibility(visibility: (typeof VISIBILITIES)[number]): Promise<void> {
    await this.#patch('', { visibility });
    const wasShared = this.#visibility === 'share-link';
    this.#visibility = visibility;
    if (!wasShared || visibility === 'share-link') return;
    // A link that was passed on must not work when the site is shared by link again.
    const former = this.#shareKey;
    this.#shareKey = await readShareKey(this.#site.id);
    expect(this.#shareKey).not.toBe(former);
  }

  async #changeKey(): Promise<void> {
    const path = '/visitor-authentication/keys';
    if (this.#key) {
      const { status } = await as(this.#w.admin).delete(this.#site.url(`${path}/${this.#key.id}`));
      expect(status).toSatisfy(isDone);
      this.#key = undefined;
    } else {
      const { body } = await this.#send('post', path);
      this.#key = { id: String(body.id), secret: String(body.secret) };
    }
    this.#token = undefined;
  }

  #token: string | undefined;

  /** The cookies of a visitor who signed in with the current key. */
  async #cookies(): Promise<Record<string, string>> {
    if (!this.#key) return {};
    this.#token ??= await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(this.#key.secret));
    return { cookie: `reader-visitor-${this.#site.id}=${this.#token}` };
  }

  /** Reads every section from every server, several at a time. */
  async readAll(): Promise<void> {
    const base = `/published/${this.#w.organization.id}/${this.#site.id}/`;
    const paths = this.#sections.flatMap(({ path }) => [base, `${base}${path}/`]);
    await Promise.all(this.#servers.flatMap((read) => paths.map((path) => read(path))));
  }

  /**
   * Every server answers according to the model, for every state of its caches and every cookie of the
   * visitor.
   */
  async check(): Promise<void> {
    const root = `/published/${this.#w.organization.id}/${this.#site.id}/`;
    const base = this.#visibility === 'share-link' ? `${root}${this.#shareKey}/` : root;
    const cookies = await this.#cookies();
    const isOpen = this.#isPublished && (this.#visibility !== 'visitor-auth' || this.#key !== undefined);
    const isShown = (section: Section) => !section.isHidden || !this.#isAdaptive;
    const visibleSections = this.#sections.filter(isShown);
    for (const [server, read] of this.#servers.entries()) {
      const failure = { server, count: this.#count };
      if (this.#visibility === 'share-link') expect((await read(root)).status, 'without the key').toBe(404);
      if (!isOpen) {
        const { status, body } = await read(base, cookies);
        expect({ ...failure, status }).toEqual({ ...failure, status: this.#isPublished ? 401 : 404 });
        expect(body).not.toMatch(/Text|Start|Docs/);
        continue;
      }
      for (const section of this.#sections) {
        const isDefault = section.name === TITLES[0];
        const url = isDefault ? base : `${base}${section.path}/`;
        const knownAnswer = this.#known.get(`${server} ${url}`);
        const answer = await read(url, {
          ...cookies,
          ...(knownAnswer && { 'if-none-match': knownAnswer.etag }),
        });
        if (!isShown(section)) {
          const statuses = isDefault && visibleSections.length > 0 ? [302] : [404];
          expect({ ...failure, url, status: answer.status }).toEqual({
            ...failure,
            url,
            status: expect.toSatisfy((status: number) => statuses.includes(status)),
          });
          expect(answer.body).not.toContain(section.text);
          continue;
        }
        expect({ ...failure, url, status: answer.status }).toEqual({
          ...failure,
          url,
          status: expect.toSatisfy((status: number) => status === 200 || status === 304),
        });
        const body = answer.status === 304 ? (knownAnswer?.body ?? '') : answer.body;
        this.#known.set(`${server} ${url}`, { etag: String(answer.headers.etag), body });
        const actual = {
          ...failure,
          title: /<title>([^<]*)</.exec(body)?.[1],
          hasText: body.includes(section.text),
          sections: sectionTitles(body),
        };
        expect(actual).toEqual({
          ...failure,
          title: [
            section.pageTitle,
            ...(visibleSections.length > 1 ? [section.title] : []),
            this.#title,
          ].join(' · '),
          hasText: true,
          sections: visibleSections.length > 1 ? visibleSections.map(({ title }) => title) : [],
        });
      }
    }
  }
}

async function readShareKey(siteId: string): Promise<string> {
  const { db } = await testApp();
  const site = await db
    .selectFrom('sites')
    .select('share_key')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return site.share_key;
}

const isDone = (status: number): boolean => status >= 200 && status < 300;

/** The titles in the navigation of sections. */
function sectionTitles(body: string): string[] {
  const navigation = /<nav class="sections"[^>]*>(.*?)<\/nav>/s.exec(body)?.[1] ?? '';
  return [...navigation.matchAll(/<a[^>]*>\s*([^<]*?)\s*<\/a/g)].map(([, title = '']) => title);
}
