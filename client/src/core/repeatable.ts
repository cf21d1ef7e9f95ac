/** Which operations may be sent twice: queries, and mutations each of whose writes has an idempotency key. */

/** The parts of a document that are needed here, whatever package it comes from. */
interface Node {
  readonly kind: string;
  readonly operation?: string;
  readonly name?: { readonly value: string };
  readonly selectionSet?: { readonly selections: readonly Node[] } | undefined;
  readonly arguments?: readonly Node[] | undefined;
  readonly fields?: readonly Node[];
  readonly value?: unknown;
}

export function isRepeatable(
  document: { readonly definitions: readonly unknown[] },
  variables: Readonly<Record<string, unknown>> = {},
): boolean {
  const operations = (document.definitions as readonly Node[]).filter(({ kind }) => kind === 'OperationDefinition');
  return operations.length > 0 && operations.every((each) => isRepeatableOperation(each, variables));
}

function isRepeatableOperation(
  { operation, selectionSet }: Node,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  // A stream is continued after its last cursor instead, by who listens.
  if (operation !== 'mutation') return operation === 'query';
  // A fragment could contain any write.
  return (selectionSet?.selections ?? []).every(
    (field) =>
      field.kind === 'Field' &&
      hasKey(field.arguments?.find(({ name }) => name?.value === 'input')?.value as Node, variables),
  );
}

/** Whether `input: $input` or `input: { … }` has an idempotency key. */
function hasKey(input: Node | undefined, variables: Readonly<Record<string, unknown>>): boolean {
  if (input?.kind === 'Variable') {
    const value = variables[input.name?.value ?? ''];
    return isKey((value as { readonly idempotencyKey?: unknown } | null | undefined)?.idempotencyKey);
  }
  const key = input?.fields?.find(({ name }) => name?.value === 'idempotencyKey')?.value as Node | undefined;
  return isKey(key?.kind === 'Variable' ? variables[key.name?.value ?? ''] : key?.value);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
