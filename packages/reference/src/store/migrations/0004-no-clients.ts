/** Version 4: clients are those of the configuration, not stored with hashes of their secrets. */
import type { Migration } from './migration.ts';

export const noClients: Migration = {
  version: 4,
  name: 'no-clients',
  async up(schema) {
    await schema.dropTable('clients').execute();
  },
};
