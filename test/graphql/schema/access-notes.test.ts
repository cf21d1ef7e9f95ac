// Field descriptions tell what a token needs, wherever directives are not shown.
import { getDirectiveValues, graphqlSync, isObjectType, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { withAccessNotes } from '../../../src/graphql/schema/sdl.ts';

const schema = createSchema();
const fields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []));
const descriptionOf = (type: string, field: string) => {
  const source = `{ __type(name: "${type}") { fields { name description } } }`;
  const { data } = graphqlSync({ schema, source }) as unknown as {
    data: { __type: { fields: { name: string; description: string }[] } };
  };
  return data.__type.fields.find(({ name }) => name === field)?.description;
};

test('each field with a scope names it, and each service-only field says so', () => {
  const scope = schema.getDirective('scope')!;
  for (const { name, description, astNode } of fields) {
    const needed = getDirectiveValues(scope, astNode!)?.['requires'];
    const isServiceOnly = astNode!.directives!.some((each) => each.name.value === 'serviceOnly');
    expect(/Requires scope `([a-z.]+)`\./.exec(description ?? '')?.[1], name).toBe(needed);
    expect(/role `service` only\.$/.test(description ?? ''), name).toBe(isServiceOnly);
  }
});

test('introspection shows the notes although it omits directives', () => {
  expect(descriptionOf('Query', 'accounts')).toMatch(
    /\. Requires scope `account.read`. For callers with the role `service` only.$/,
  );
  expect(descriptionOf('Query', 'viewer')).toMatch(/\. Requires a token.$/);
  expect(descriptionOf('Property', 'city')).toBe('City.');
});

test('a note follows the description, on a line of its own if the description has several', () => {
  const noted = (text: string) => print(withAccessNotes(parse(text)));
  expect(noted('type A { "One." a: Int @scope(requires: "x") }')).toContain('"One. Requires scope `x`."');
  expect(noted('type A { """\nOne,\ntwo.\n""" a: Int @authenticated }')).toContain('two.\n  Requires a token.\n');
  expect(noted('type A { a: Int @scope(requires: "x") @serviceOnly }')).toContain(
    '"Requires scope `x`. For callers with the role `service` only."',
  );
});
