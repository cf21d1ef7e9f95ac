/** For editors with GraphQL support: completion and checks in the SDL and in every operation. */
export default {
  schema: 'schema/*.graphql',
  documents: ['src/http/playground/tabs/*.graphql', 'client/documents/*.graphql', 'test/clients/*.ts'],
};
