/** A version of the schema: its number, its name, and the step that leads to it from the version before. */
import type { SchemaModule } from 'kysely';
import type { SchemaDialect } from '../dialect.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: (schema: SchemaModule, dialect: SchemaDialect) => Promise<void>;
}
