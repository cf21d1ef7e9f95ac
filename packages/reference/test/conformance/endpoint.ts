/**
 * An endpoint under test: its path, scope, required fields and the place of a missing parameter, as the specification's text says,
 * and a complete request that changes nothing.
 */
import assert from 'node:assert/strict';
import { pathOf, requestFields, table, section as textOf } from '../../../../test/support/spec-text.ts';
import { idPart } from './rule.ts';
import type { Sample } from './sample.ts';
import { carriesUserId, type Target } from './target.ts';

type Scope = 'account.read' | 'transactions.read' | 'transactions.create';

/** What the text leaves open. */
interface Choices {
  /** A complete request without userId. For most endpoints that write, it is one that they must reject, so it changes nothing. */
  readonly request: (sample: Sample) => Readonly<Record<string, unknown>>;
  /** Set if the request is not a read that succeeds: it is rejected, or it is executed and stores something. */
  readonly outcome?: 'refused' | 'written';
  /** The scope, if the table of section 5 does not have it (5.5). */
  readonly assumedScope?: Scope;
  /** Fields that are optional although the text does not mark them. */
  readonly optional?: readonly string[];
}

export interface Endpoint extends Choices {
  readonly section: string;
  readonly path: string;
  /** The endpoint's name in rule ids. */
  readonly name: string;
  readonly scope: Scope;
  /** The fields that are not optional, except userId. */
  readonly required: readonly string[];
  /** Where its row in section 7 reports a missing parameter; null if there is no such row. */
  readonly missing: 'in the type' | 'in the message' | null;
}

export function endpointOf(section: string, choices: Choices): Endpoint {
  const { assumedScope, optional = [] } = choices;
  const path = pathOf(section);
  const named = table(textOf('5')).find(({ Endpoint }) => Endpoint === path)?.Scope as Scope | undefined;
  const scope = named ?? assumedScope;
  assert.ok(scope !== undefined, `${path} has no scope in section 5, so it needs an assumedScope`);
  assert.ok(
    named === undefined || assumedScope === undefined,
    `${path} has a scope in section 5: leave out assumedScope`,
  );
  const missing = table(textOf('7')).find(
    ({ Endpoint, Code, ...row }) =>
      Endpoint === path && Code === '400' && /Missing Required Parameter/.test(Object.values(row).join()),
  );
  return {
    ...choices,
    section,
    path,
    name: idPart(path.replace(/^.*\//, '')),
    scope,
    required: requestFields(section)
      .filter((field) => !field.isOptional && !['userId', ...optional].includes(field.name))
      .map(({ name }) => name),
    missing: missing === undefined ? null : missing.Type === 'Bad Request' ? 'in the message' : 'in the type',
  };
}

/** The endpoint's request, with the vendor's identity if it carries one. */
export async function completeRequest(target: Target, { path, request }: Endpoint): Promise<Record<string, unknown>> {
  const identity = carriesUserId(path) ? { userId: target.credentials.vendorEmail } : {};
  return { ...identity, ...request(await target.sample()) };
}
