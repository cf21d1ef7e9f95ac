/**
 * Adds the fragments that your own document spreads. `gql` cannot add them, because it would need their text, and they are compiled. You do
 * not need this with a code generator that reads the package's `documents/*.graphql`.
 */
interface Definitions {
  readonly definitions: readonly unknown[];
}

export function withFragments<Document extends Definitions>(
  document: Document,
  ...fragments: readonly Definitions[]
): Document {
  const all = [...document.definitions, ...fragments.flatMap(({ definitions }) => definitions)] as readonly Named[];
  // Fragments bring the fragments that they spread, so one can occur several times.
  const byName = new Map(all.map((definition) => [`${definition.kind} ${definition.name?.value}`, definition]));
  // Drops the source's text, which clients would send as it is.
  return { kind: 'Document', definitions: [...byName.values()] } as unknown as Document;
}

interface Named {
  readonly kind: string;
  readonly name?: { readonly value: string } | undefined;
}
