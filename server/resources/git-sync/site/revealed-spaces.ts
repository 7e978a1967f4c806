import { groupBy } from '#server/base/group-by.ts';
import { HIDDEN_CONDITION } from '#server/content/source/site/site-text.ts';
import { type PlannedStructure, sectionsOf } from '../../site-structure/history/planned-structure.ts';

interface PlaceOfSpace {
  spaceId: string;
  isShown: boolean;
  conditions: string;
}

/** The conditions under which visitors see each place of a space, as one text; empty for everybody. */
function placesOf(structure: PlannedStructure): PlaceOfSpace[] {
  const lists = [{ condition: null, siteSpaces: structure.siteSpaces }, ...sectionsOf(structure)];
  return lists.flatMap(({ condition, siteSpaces }) =>
    siteSpaces.map((each) => ({
      spaceId: each.spaceId,
      isShown: condition !== HIDDEN_CONDITION && each.condition !== HIDDEN_CONDITION,
      conditions: [condition, each.condition].filter((text) => text !== null).join(' && '),
    })),
  );
}

/**
 * The spaces that visitors would see under conditions that they are not seen under now: none, other ones, or those of a new
 * place; and those that the site does not show yet. Whether another condition lets more visitors in is not for a program to
 * say.
 *
 * @param isNew whether a space has only begun with the commit: nobody has kept it from visitors
 */
export function revealedSpaces(
  before: PlannedStructure,
  after: PlannedStructure,
  isNew: (spaceId: string) => boolean,
): string[] {
  const known = groupBy(placesOf(before), ({ spaceId }) => spaceId);
  const revealed = placesOf(after).filter(({ spaceId, isShown, conditions }) => {
    if (!isShown || isNew(spaceId)) return false;
    const places = known.get(spaceId) ?? [];
    return places.every((place) => place.conditions !== '' && place.conditions !== conditions);
  });
  return [...new Set(revealed.map(({ spaceId }) => spaceId))];
}
