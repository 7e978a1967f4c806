import type {
  StructureDraftChangeCreate,
  StructureDraftStep,
  StructureItemType,
} from '#api/generated/types.gen.ts';
import { pathFromTitle, uniqueName } from '#server/sites/names-from-titles.ts';
import { movesToOrder } from './moves-to-order.ts';
import { pathsInOrder } from './paths-in-order.ts';
import { groupsOf, type PlannedSiteSpace, type PlannedStructure, sectionsOf } from './planned-structure.ts';

/** The documented operations that lead from one structure of a site to another. Pure. */

const MAX_NEW_TITLE = 64;

/** An item of a list of the plan. */
interface Listed {
  id: string;
  path: string;
}

interface ListedSpace extends Listed {
  spaceId: string;
}

/**
 * Follows a structure through the operations that are planned for it. Items that the plan adds have ids of a draft; `refs` has
 * these by the ids of the target.
 */
class StructurePlan {
  readonly changes: StructureDraftChangeCreate[] = [];
  readonly #current: PlannedStructure;
  readonly #target: PlannedStructure;
  readonly #titleOf: (spaceId: string) => string;
  readonly #refs = new Map<string, string>();
  /** Site spaces by section; `''` is a flat site. */
  readonly #spaces = new Map<string, ListedSpace[]>();
  readonly #sectionPaths = new Map<string, string>();
  /** The conditions of site spaces in the current structure. */
  readonly #conditions: ReadonlyMap<string, string | null>;
  #top: string[];
  readonly #members = new Map<string, string[]>();
  #serial = 0;

  constructor(
    current: PlannedStructure,
    target: PlannedStructure,
    { titleOf, serial }: { titleOf: (spaceId: string) => string; serial: number },
  ) {
    this.#current = current;
    this.#target = target;
    this.#titleOf = titleOf;
    this.#serial = serial;
    this.#top = current.top.map(({ id }) => id);
    for (const { id, sections } of groupsOf(current))
      this.#members.set(
        id,
        sections.map((each) => each.id),
      );
    for (const { id, path, siteSpaces } of sectionsOf(current)) {
      this.#spaces.set(id, [...siteSpaces]);
      this.#sectionPaths.set(id, path);
    }
    this.#spaces.set('', [...current.siteSpaces]);
    const siteSpaces = [current, ...sectionsOf(current)].flatMap((list) => list.siteSpaces);
    this.#conditions = new Map(siteSpaces.map(({ id, condition }) => [id, condition]));
  }

  run(): StructureDraftChangeCreate[] {
    const hasSections = sectionsOf(this.#target).length > 0;
    if (hasSections) this.#removeFlat();
    this.#addSections();
    this.#addGroups();
    for (const section of sectionsOf(this.#target))
      this.#fill(this.#ref(section.id), section.siteSpaces, section.title);
    this.#removeSections();
    this.#removeGroups();
    if (!hasSections) this.#fillFlat();
    this.#arrange();
    this.#setFields();
    this.#setDefaults();
    return this.changes;
  }

  #ref = (id: string): string => this.#refs.get(id) ?? id;

  #newId(): string {
    this.#serial += 1;
    return `new:${this.#serial}`;
  }

  #add(summary: string, ...steps: StructureDraftStep[]): void {
    if (steps.length > 0) this.changes.push({ summary: summary.slice(0, 200), steps });
  }

  #removeFlat(): void {
    for (const { id, spaceId } of this.#spaces.get('') ?? [])
      this.#add(`Removed the space “${this.#titleOf(spaceId)}”`, { deleteSiteSpace: { siteSpaceId: id } });
    this.#spaces.set('', []);
  }

  #addSections(): void {
    const present = new Set(sectionsOf(this.#current).map(({ id }) => id));
    for (const section of sectionsOf(this.#target)) {
      const [first] = section.siteSpaces;
      if (present.has(section.id) || !first) continue;
      const [id, siteSpaceId] = [this.#newId(), this.#newId()];
      this.#refs.set(section.id, id).set(first.id, siteSpaceId);
      const isShort = [...section.title].length <= MAX_NEW_TITLE;
      const title = isShort ? section.title : [...section.title].slice(0, MAX_NEW_TITLE).join('').trimEnd();
      const { icon } = section;
      const body = { spaceId: first.spaceId, title, ...(icon !== null && { icon }) };
      this.#add(`Added the section “${section.title}”`, { createSiteSection: { id, siteSpaceId, body } });
      this.#sectionPaths.set(id, uniqueName(pathFromTitle(title, 'section'), this.#sectionPaths.values()));
      this.#spaces.set(id, [
        { id: siteSpaceId, spaceId: first.spaceId, path: this.#autoPath(first.spaceId, []) },
      ]);
      this.#top.push(id);
    }
  }

  #autoPath(spaceId: string, siblings: readonly Listed[]): string {
    const name = pathFromTitle(this.#titleOf(spaceId), 'space');
    return uniqueName(
      name,
      siblings.map(({ path }) => path),
    );
  }

  #addGroups(): void {
    for (const { id, title, icon } of groupsOf(this.#target)) {
      if (this.#members.has(id)) continue;
      const added = this.#newId();
      this.#refs.set(id, added);
      const body = { title, ...(icon !== null && { icon }) };
      this.#add(`Added the group “${title}”`, { createSiteSectionGroup: { id: added, body } });
      this.#members.set(added, []);
      this.#top.push(added);
    }
  }

  /** Gives a section the site spaces of the target, and takes the others. */
  #fill(section: string, wanted: readonly PlannedSiteSpace[], title: string): void {
    const list = this.#spaces.get(section) ?? [];
    this.#spaces.set(section, list);
    for (const siteSpace of wanted) {
      const { id, spaceId } = siteSpace;
      if (list.some((each) => each.id === this.#ref(id))) continue;
      const same = list.find((each) => each.spaceId === spaceId);
      if (same) this.#refs.set(id, same.id);
      else if (!this.#moveIn(siteSpace, section, list)) this.#createIn(siteSpace, section, list, title);
    }
    const kept = new Set(wanted.map(({ id }) => this.#ref(id)));
    for (const { id, spaceId } of list.filter((each) => !kept.has(each.id))) {
      this.#add(`Removed the space “${this.#titleOf(spaceId)}” from “${title}”`, {
        deleteSiteSpace: { siteSpaceId: id },
      });
      list.splice(
        list.findIndex((each) => each.id === id),
        1,
      );
    }
  }

  /** Moves a site space from its section, unless it is the last one there or there is nothing to move it beside. */
  #moveIn({ id, spaceId }: PlannedSiteSpace, section: string, list: ListedSpace[]): boolean {
    const last = list.at(-1);
    const source = [...this.#spaces].find(
      ([owner, each]) => owner !== section && each.some((entry) => entry.id === id),
    );
    if (!source || !last || source[0] === '' || source[1].length < 2) return false;
    const [entry] = source[1].splice(
      source[1].findIndex((each) => each.id === id),
      1,
    );
    if (!entry) return false;
    const position = { after: { type: 'site-space' as const, siteSpace: last.id } };
    this.#add(`Moved the space “${this.#titleOf(spaceId)}”`, {
      moveSiteSpace: { siteSpaceId: id, body: { position } },
    });
    list.push({
      ...entry,
      path: uniqueName(
        entry.path,
        list.map(({ path }) => path),
      ),
    });
    return true;
  }

  #createIn({ id, spaceId }: PlannedSiteSpace, section: string, list: ListedSpace[], title: string): void {
    const added = this.#newId();
    this.#refs.set(id, added);
    const body = { spaceId, ...(section !== '' && { sectionId: section }) };
    this.#add(`Added the space “${this.#titleOf(spaceId)}” to “${title}”`, {
      createSiteSpace: { id: added, body },
    });
    list.push({ id: added, spaceId, path: this.#autoPath(spaceId, list) });
  }

  #removeSections(): void {
    const kept = new Set(sectionsOf(this.#target).map(({ id }) => id));
    for (const { id, title } of sectionsOf(this.#current)) {
      if (kept.has(id)) continue;
      this.#add(`Removed the section “${title}”`, { deleteSiteSection: { siteSectionId: id } });
      this.#spaces.delete(id);
      this.#sectionPaths.delete(id);
      this.#take(id);
    }
    // The last section takes the groups along.
    if (this.#sectionPaths.size > 0) return;
    this.#top = [];
    this.#members.clear();
  }

  /** Takes an item out of the list that it is in. */
  #take(id: string): void {
    for (const list of [this.#top, ...this.#members.values()]) {
      const index = list.indexOf(id);
      if (index >= 0) list.splice(index, 1);
    }
  }

  #removeGroups(): void {
    const kept = new Set(groupsOf(this.#target).map(({ id }) => id));
    for (const { id, title } of groupsOf(this.#current)) {
      const members = this.#members.get(id);
      if (kept.has(id) || !members) continue;
      this.#add(`Removed the group “${title}”`, { deleteSiteSectionGroup: { siteSectionGroupId: id } });
      this.#top.splice(this.#top.indexOf(id), 1, ...members);
      this.#members.delete(id);
    }
  }

  #fillFlat(): void {
    this.#fill('', this.#target.siteSpaces, 'the site');
  }

  /** Puts sections into their groups and everything in order. */
  #arrange(): void {
    for (const { id, sections } of groupsOf(this.#target)) {
      for (const { id: section, title } of sections) this.#join(this.#ref(section), this.#ref(id), title);
    }
    for (const item of this.#target.top)
      if (item.kind === 'section') this.#leave(this.#ref(item.id), item.title);
    const types = new Map(this.#target.top.map(({ id, kind }) => [this.#ref(id), kind]));
    const typeOf = (id: string): StructureItemType =>
      types.get(id) === 'group' ? 'site-section-group' : 'site-section';
    const titles = new Map(
      [...this.#target.top, ...sectionsOf(this.#target)].map(({ id, title }) => [this.#ref(id), title]),
    );
    this.#sort(this.#top, this.#target.top, typeOf, titles);
    for (const { id, sections } of groupsOf(this.#target))
      this.#sort(this.#members.get(this.#ref(id)) ?? [], sections, () => 'site-section', titles);
    const lists = [...sectionsOf(this.#target), { id: '', siteSpaces: this.#target.siteSpaces }];
    for (const { id, siteSpaces } of lists) {
      const list = this.#spaces.get(this.#ref(id)) ?? [];
      const names = new Map(list.map((each) => [each.id, this.#titleOf(each.spaceId)]));
      this.#sort(
        list.map((each) => each.id),
        siteSpaces,
        () => 'site-space',
        names,
      );
    }
  }

  #join(section: string, group: string, title: string): void {
    const members = this.#members.get(group) ?? [];
    if (members.includes(section)) return;
    this.#take(section);
    members.push(section);
    this.#add(`Moved the section “${title}” into its group`, {
      addSectionToGroup: { siteSectionGroupId: group, body: { sectionId: section } },
    });
  }

  #leave(section: string, title: string): void {
    const group = [...this.#members].find(([, members]) => members.includes(section))?.[0];
    if (group === undefined) return;
    this.#take(section);
    this.#top.push(section);
    this.#add(`Moved the section “${title}” out of its group`, {
      removeSectionFromGroup: { siteSectionGroupId: group, siteSectionId: section },
    });
  }

  #sort(
    list: readonly string[],
    wanted: readonly { id: string }[],
    typeOf: (id: string) => StructureItemType,
    titles: ReadonlyMap<string, string>,
  ): void {
    for (const { id, side, neighbor } of movesToOrder(
      list,
      wanted.map((each) => this.#ref(each.id)),
    )) {
      const position = { [side]: { type: typeOf(neighbor), id: neighbor } };
      this.#add(`Moved “${titles.get(id) ?? 'an item'}”`, {
        sortSiteStructure: { body: { item: { type: typeOf(id), id }, position } },
      });
    }
  }

  #setFields(): void {
    const before = new Map(sectionsOf(this.#current).map((section) => [section.id, section]));
    const groups = new Map(groupsOf(this.#current).map((group) => [group.id, group]));
    const sections = sectionsOf(this.#target);
    for (const { id, title, icon } of groupsOf(this.#target)) {
      const old = groups.get(id);
      if (!old || (old.title === title && old.icon === icon)) continue;
      this.#add(`Changed the group “${title}”`, {
        updateSiteSectionGroup: { siteSectionGroupId: id, body: { title, icon } },
      });
    }
    for (const { id, title, icon, description, condition } of sections) {
      const old = before.get(id) ?? { title: '', icon, description: null, condition: null };
      const isNew = !before.has(id);
      const body = {
        ...(old.title !== title && (!isNew || [...title].length > MAX_NEW_TITLE) && { title }),
        ...(old.icon !== icon && { icon }),
        ...(old.description !== description && { description }),
        ...(old.condition !== condition && { condition }),
      };
      if (Object.keys(body).length === 0) continue;
      this.#add(`Changed the section “${title}”`, {
        updateSiteSection: { siteSectionId: this.#ref(id), body },
      });
    }
    const paths = new Map([...this.#sectionPaths].map(([id, path]) => [id, { id, path }]));
    this.#setPaths([...paths.values()], sections, (siteSectionId, path) => ({
      updateSiteSection: { siteSectionId, body: { path } },
    }));
    for (const { id, siteSpaces } of [...sections, { id: '', siteSpaces: this.#target.siteSpaces }])
      this.#setSpaceFields(this.#spaces.get(this.#ref(id)) ?? [], siteSpaces);
  }

  #setSpaceFields(list: readonly ListedSpace[], wanted: readonly PlannedSiteSpace[]): void {
    for (const { id, spaceId, condition } of wanted) {
      const ref = this.#ref(id);
      if ((this.#conditions.get(ref) ?? null) === condition) continue;
      const body = { condition };
      this.#add(`Changed the space “${this.#titleOf(spaceId)}”`, {
        updateSiteSpace: { siteSpaceId: ref, body },
      });
    }
    this.#setPaths(list, wanted, (siteSpaceId, path) => ({
      updateSiteSpace: { siteSpaceId, body: { path } },
    }));
  }

  #setPaths(
    list: readonly Listed[],
    wanted: readonly { id: string; path: string }[],
    toStep: (id: string, path: string) => StructureDraftStep,
  ): void {
    const refs = wanted.map(({ id, path }) => ({ id: this.#ref(id), path }));
    for (const { id, path } of pathsInOrder(list, refs))
      this.#add(`Changed the path to “${path}”`, toStep(id, path));
  }

  #setDefaults(): void {
    const currentSections = new Map(sectionsOf(this.#current).map((section) => [section.id, section]));
    const sections = sectionsOf(this.#target);
    for (const { id, title, siteSpaces } of sections) {
      const chosen = siteSpaces.find(({ isDefault }) => isDefault);
      const old = currentSections.get(id)?.siteSpaces.find(({ isDefault }) => isDefault);
      if (!chosen || siteSpaces.length < 2 || old?.id === this.#ref(chosen.id)) continue;
      const body = { defaultSiteSpace: this.#ref(chosen.id) };
      this.#add(`Changed the default of “${title}”`, {
        updateSiteSection: { siteSectionId: this.#ref(id), body },
      });
    }
    const section = sections.find(({ isDefault }) => isDefault);
    const oldSection = [...currentSections.values()].find(({ isDefault }) => isDefault);
    if (section && oldSection?.id !== section.id)
      this.#add('Changed the default section', {
        updateSite: { body: { defaultSiteSection: this.#ref(section.id) } },
      });
    const siteSpace = this.#target.siteSpaces.find(({ isDefault }) => isDefault);
    const oldSpace = this.#current.siteSpaces.find(({ isDefault }) => isDefault);
    if (siteSpace && oldSpace?.id !== this.#ref(siteSpace.id))
      this.#add('Changed the default space', {
        updateSite: { body: { defaultSiteSpace: this.#ref(siteSpace.id) } },
      });
  }
}

/**
 * The changes of a draft that lead from a structure to another one, each in words.
 *
 * @param names the titles of spaces, and from which number on ids of the draft are free
 */
export function planStructure(
  current: PlannedStructure,
  target: PlannedStructure,
  names: { titleOf: (spaceId: string) => string; serial?: number },
): StructureDraftChangeCreate[] {
  return new StructurePlan(current, target, { serial: 0, ...names }).run();
}
