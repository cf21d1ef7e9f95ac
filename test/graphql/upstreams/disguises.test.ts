// The graph's tests again, with upstreams that made other choices where the specification leaves some.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { disguised, wear } from '../../support/upstreams/disguise.ts';
import { disguises, exclusionReason } from '../../support/upstreams/disguised-suite.ts';

describe.each(disguises)('$name', ({ name, files }) => {
  beforeAll(() => wear(name));
  afterAll(() => wear(null));
  beforeEach(({ task, skip }) => {
    const reason = exclusionReason(name, task.name);
    if (reason !== undefined) skip(reason);
  });

  test('a record is answered otherwise than the specification shows it', () => {
    const body =
      '[{"meta":{"max":1},"data":[{"transID":"7","propertyType":"","lastUpdateDate":"2024-05-01 10:00:00"}]}]';
    const answer = disguised('/fsforms/listTrans', { status: 200, type: 'application/json', body });
    expect(JSON.parse(answer.body)).not.toEqual(JSON.parse(body));
  });

  // By an address of its own, a file is loaded again in the same process.
  describe.each(files)('%s', (file) => import(`../${file}.test.ts?${name}`));
});
