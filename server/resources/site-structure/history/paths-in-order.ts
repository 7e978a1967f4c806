import { uniqueName } from '#server/sites/names-from-titles.ts';

interface WithPath {
  id: string;
  path: string;
}

/**
 * The paths to set in a list, each once nothing else has it. Where items wait for each other, one is put aside first. Pure.
 *
 * @param list the items with their paths
 * @param wanted the paths that items are to get
 */
export function pathsInOrder(list: readonly WithPath[], wanted: readonly WithPath[]): WithPath[] {
  const held = new Map(list.map(({ id, path }) => [id, path]));
  const holderOf = (path: string) => [...held].find(([, each]) => each === path)?.[0];
  const steps: WithPath[] = [];
  const set = (step: WithPath) => {
    held.set(step.id, step.path);
    steps.push(step);
  };
  let waiting = wanted.filter(({ id, path }) => held.get(id) !== path);
  while (waiting.length > 0) {
    const free = waiting.find(({ path }) => holderOf(path) === undefined);
    const [first] = waiting;
    if (free) {
      set(free);
      waiting = waiting.filter((each) => each !== free && held.get(each.id) !== each.path);
    } else if (first) {
      set({ id: holderOf(first.path) ?? first.id, path: uniqueName(first.path, held.values()) });
    }
  }
  return steps;
}
