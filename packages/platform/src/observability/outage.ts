/**
 * Something that may fail for a while, such as a database: each reason is reported once until all of it works again, which is reported too,
 * however often it is tried meanwhile and however many pieces of work fail.
 */
export class Outage {
  readonly #report: (error: Error) => void;
  readonly #reportEnd: () => void;
  readonly #failing = new Set<unknown>();
  readonly #reasons = new Set<string>();

  constructor(report: (error: Error) => void, reportEnd: () => void = () => undefined) {
    this.#report = report;
    this.#reportEnd = reportEnd;
  }

  fail(error: unknown, work?: unknown): void {
    this.#failing.add(work);
    const { message } = error as Error;
    if (this.#reasons.has(message)) return;
    this.#reasons.add(message);
    this.#report(error as Error);
  }

  succeed(work?: unknown): void {
    if (this.forget(work)) this.#reportEnd();
  }

  /** The work is no longer tried. Returns whether it was the last that failed. */
  forget(work: unknown): boolean {
    const isLast = this.#failing.delete(work) && this.#failing.size === 0;
    if (isLast) this.#reasons.clear();
    return isLast;
  }
}
