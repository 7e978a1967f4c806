interface BatchLimits<Item> {
  count?: number;
  /** The total of `sizeOf`; a larger item is a batch of its own. */
  size?: number;
  sizeOf?: (item: Item) => number;
}

/** Divides items into batches, in their order. */
export function* batchesOf<Item>(
  items: Iterable<Item>,
  { count = Infinity, size = Infinity, sizeOf = () => 0 }: BatchLimits<Item>,
): Generator<Item[]> {
  let batch: Item[] = [];
  let total = 0;
  for (const item of items) {
    const itemSize = sizeOf(item);
    if (batch.length > 0 && (batch.length >= count || total + itemSize > size)) {
      yield batch;
      batch = [];
      total = 0;
    }
    batch.push(item);
    total += itemSize;
  }
  if (batch.length > 0) yield batch;
}
