/** Runs one piece of work after the other, in the order of the calls. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work);
    // Without the result, which may be large and is not kept.
    last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };
}
