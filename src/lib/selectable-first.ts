/** Those that can be selected, then the others, both in their order. */
export const selectableFirst = <Item>(
  items: readonly Item[],
  disabledReason: ((item: Item) => string | undefined) | undefined,
): readonly Item[] =>
  disabledReason
    ? items.toSorted(
        (a, b) => Number(disabledReason(a) !== undefined) - Number(disabledReason(b) !== undefined),
      )
    : items;
