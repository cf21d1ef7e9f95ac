/**
 * The order of test files. Vitest starts the longest of a project first, by their durations in the last run, and in a first run the
 * largest ones, among which those that start programs are not. So these come first, and last those that take no time, which fill up
 * every worker to the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const projects = ['suite', 'postgresql', 'compiled', 'fast'];

/** The whole program, Redis, PostgreSQL and random operations. */
const long = /\/test\/(e2e|deploy|federation|isolation|gateway\/ledger\/stores)\//;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  return 2 * projects.indexOf(project.name) + (long.test(moduleId) ? 0 : 1);
}
