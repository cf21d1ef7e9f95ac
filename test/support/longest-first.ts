/**
 * The order of test files: project by project, since each has workers of its own, and last the one whose files take no time, which fill
 * up every worker to the end. Within a project, Vitest's own: the longest first, by their durations in the last run, and in a first run
 * the largest. Those that start programs mostly wait, so they are spread among those that compute, which use the cores meanwhile.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const projects = ['suite', 'fast'];

/** The whole program, PostgreSQL and random operations. */
const long = /\/test\/(e2e|deploy|federation|isolation|gateway\/ledger\/stores)\//;

/** How far into its project the last long file starts, so that no worker ends long after the others. */
const LAST_LONG = 0.7;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => projects.indexOf(project.name));
    const inOrder = [...byProject].toSorted(([one], [other]) => one - other);
    return inOrder.flatMap(([, own]) => {
      const [starting, computing] = [own.filter(isLong), own.filter((file) => !isLong(file))];
      return [...placed(starting, LAST_LONG), ...placed(computing, 1)]
        .toSorted((one, other) => one.place - other.place)
        .map(({ file }) => file);
    });
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);

const placed = (files: readonly TestSpecification[], last: number) =>
  files.map((file, index) => ({ file, place: (index / files.length) * last }));
