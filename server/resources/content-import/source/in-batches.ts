/** Requests to other hosts at a time. */
const BATCH_SIZE = 3;

/** Maps items in batches; keeps their order. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result | undefined>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    const batch = await Promise.all(items.slice(at, at + BATCH_SIZE).map(act));
    results.push(...batch.filter((result) => result !== undefined));
  }
  return results;
}
