/**
 * Like `Promise.all(items.map(act))` with limited concurrency. The first failure rejects and starts nothing further.
 */
export async function mapLimit<Item, Answer>(
  items: readonly Item[],
  concurrency: number,
  act: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const results: Answer[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return results;
}
