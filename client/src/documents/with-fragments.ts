/**
 * Adds the fragments that a document of your own spreads. `gql` cannot take them itself, since it would need their text: they are
 * compiled. With a code generator this is not needed, if it is given the package's `documents/*.graphql`.
 */
interface Definitions {
  readonly definitions: readonly unknown[];
}

export function withFragments<Document extends Definitions>(
  document: Document,
  ...fragments: readonly Definitions[]
): Document {
  const all = [...document.definitions, ...fragments.flatMap(({ definitions }) => definitions)] as readonly Named[];
  // Fragments bring those along that they spread themselves, so one can come several times.
  const byName = new Map(all.map((definition) => [`${definition.kind} ${definition.name?.value}`, definition]));
  // Without the source's text, which clients would send as it is.
  return { kind: 'Document', definitions: [...byName.values()] } as unknown as Document;
}

interface Named {
  readonly kind: string;
  readonly name?: { readonly value: string } | undefined;
}
