/**
 * The SDL in `schema/`: its files in alphabetical order. Descriptions get the numbers of limits, and the access requirements of fields.
 * Subfolders are not part of the graph that clients see: `federation` has the fields for routers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeExtensionNode,
  parse,
  print,
  type StringValueNode,
  visit,
} from 'graphql';

/** Replaces the names in braces in descriptions, so that no file repeats a number. */
const { default: pageSize, max: maxPageSize } = limits.batchSize;
const filledIn = (text: string) =>
  text.replaceAll('{pageSize}', String(pageSize)).replaceAll('{maxPageSize}', String(maxPageSize));

const folder = join(import.meta.dirname, '../../../schema');

const read = new Map<string, DocumentNode[]>();

/** Read and parsed once per process. */
export function readTypeDefs(subfolder: 'federation' | '' = ''): DocumentNode[] {
  return read.getOrInsertComputed(subfolder, readDocuments);
}

function readDocuments(subfolder: string): DocumentNode[] {
  const from = join(folder, subfolder);
  const files = readdirSync(from).filter((name) => name.endsWith('.graphql'));
  return files.sort().map((name) => {
    const text = readFileSync(join(from, name), 'utf8');
    return withAccessNotes(parse(filledIn(text), { noLocation: true }));
  });
}

/**
 * Adds the token that a field requires to its description. Introspection omits directives, so GraphiQL and generated types would not show
 * it otherwise.
 */
export function withAccessNotes(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: (field) => {
      const note = noteOf(field);
      return note === '' ? undefined : { ...field, description: appended(field.description, note) };
    },
  });
}

function noteOf({ directives = [] }: FieldDefinitionNode): string {
  const find = (wanted: string) => directives.find(({ name }) => name.value === wanted);
  const scope = scopeOf(find('scope'));
  const notes = [
    ...(scope === undefined ? [] : [`Requires scope \`${scope}\`.`]),
    ...(find('authenticated') === undefined ? [] : ['Requires a token.']),
    ...(find('serviceOnly') === undefined ? [] : ['For callers with the role `service` only.']),
  ];
  return notes.join(' ');
}

function scopeOf(directive: DirectiveNode | undefined): string | undefined {
  const value = directive?.arguments?.find(({ name }) => name.value === 'requires')?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

function appended(description: StringValueNode | undefined, note: string): StringValueNode {
  if (description === undefined) return { kind: Kind.STRING, value: note };
  return { ...description, value: `${description.value}${description.block ? '\n' : ' '}${note}` };
}

/**
 * The SDL as one document, for tools that do not take a folder: each type in one piece, with its extensions merged in, and with the
 * directives for the scopes and costs of fields.
 */
export function printSdl(): string {
  return `${print(readSdl())}\n`;
}

/** Throws for extensions of anything but object types, because the schema has none. */
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
