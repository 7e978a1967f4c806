import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Groups test files by project, and within a project sorts the longest first: a long file that starts last would leave
 * the other processors idle.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the runner, not of an array
    const sorted = await super.sort(files);
    // A worker keeps its loaded modules only while the next file is of the same project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
