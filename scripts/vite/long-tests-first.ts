import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the files of a project one after the other. The runner sorts by how long each took the last time, longest first: one
 * taken up last would leave the other processors idle.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the runner, not of an array
    const sorted = await super.sort(files);
    // A worker goes on with what it has loaded only while the next file is of the same project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
