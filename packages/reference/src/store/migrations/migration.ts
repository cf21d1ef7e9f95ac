/** A version of the schema: its number, its name, and the step that migrates to it from the previous version. */
import type { SchemaModule } from 'kysely';
import type { SchemaDialect } from '../dialect.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: (schema: SchemaModule, dialect: SchemaDialect) => Promise<void>;
}
