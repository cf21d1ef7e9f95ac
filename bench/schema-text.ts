/** The gateway's schema as one text, for servers that it is compared with. */
import { print } from 'graphql';
import { readTypeDefs } from '../src/graphql/schema/sdl.ts';

export const schemaText = readTypeDefs().map(print).join('\n');
