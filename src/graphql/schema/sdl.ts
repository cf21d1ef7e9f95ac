/**
 * The schema's SDL as one document, for tools that do not take a folder: each type in one piece, with its extensions merged
 * in, and with the directives that say what a field needs and costs.
 */
import { type DefinitionNode, type DocumentNode, Kind, type ObjectTypeExtensionNode, print } from 'graphql';
import { readTypeDefs } from './type-defs.ts';

export function printSdl(): string {
  return `${print(readSdl())}\n`;
}

/** Throws for extensions of anything but object types: the schema has none. */
export function readSdl(): DocumentNode {
  const all = readTypeDefs().flatMap(({ definitions }) => definitions);
  const extensions = Map.groupBy(all.filter(isExtension), ({ name }) => name.value);
  const definitions = all
    .filter((definition) => !isExtension(definition))
    .map((definition): DefinitionNode => {
      if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
      const more = extensions.get(definition.name.value)?.flatMap(({ fields = [] }) => fields) ?? [];
      return { ...definition, fields: [...(definition.fields ?? []), ...more] };
    });
  return { kind: Kind.DOCUMENT, definitions };
}

function isExtension(definition: DefinitionNode): definition is ObjectTypeExtensionNode {
  if (definition.kind === Kind.OBJECT_TYPE_EXTENSION) return true;
  if (definition.kind.endsWith('Extension')) throw new Error(`${definition.kind} cannot be merged into its type`);
  return false;
}
