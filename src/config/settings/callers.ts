/** Which callers' tokens are accepted, and the keys for the ids that clients hold. */
import { API_AUDIENCE } from '@realty-forms/contract/calls/endpoints.ts';
import { quoted } from '@realty-forms/platform/quote.ts';
import { parseIdKeys } from '../../gateway/ids/id-keys.ts';
import { checked, howToMake, listOf, RANDOM_TEXT, secureUrl, text, traits, whole } from '../kinds.ts';

const ID_KEY = `'1:' + ${RANDOM_TEXT}`;

export const callers = {
  AUTH_ISSUER: text()
    .optional()
    .describe(
      "Issuer of callers' tokens; this and the next two are required with UPSTREAM_URL, or if HOST is not loopback; unset: the embedded service's development issuer",
    )
    .meta(
      traits({
        example: 'https://login.example.com/',
        source: 'it is `issuer` in the /.well-known/openid-configuration of your identity provider',
      }),
    ),
  AUTH_AUDIENCE: text()
    .pipe(
      checked((value) => {
        const audiences = listOf(value);
        if (audiences.length === 0) return 'the value names no audience';
        return audiences.includes(API_AUDIENCE)
          ? `${quoted(API_AUDIENCE)} is the audience of the POST API's own tokens; callers' tokens need a different one`
          : null;
      }),
    )
    .optional()
    .describe("Audiences of callers' tokens, comma-separated; a token needs one of them")
    .meta(
      traits({
        example: 'realty-forms-graphql',
        source: 'it is the `aud` that your identity provider puts into tokens for this gateway',
      }),
    ),
  AUTH_JWKS_URL: secureUrl('user', 'fragment')
    .optional()
    .describe("URL of the key set that verifies callers' tokens")
    .meta(
      traits({
        example: 'https://login.example.com/.well-known/jwks.json',
        source: 'it is `jwks_uri` in the /.well-known/openid-configuration of your identity provider',
      }),
    ),
  ID_KEYS: checked((value) => {
    try {
      parseIdKeys(value);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  })
    .optional()
    .describe(
      `Keys of ids, cursors and links: id:secret pairs, comma-separated; the first one signs, all verify; an id is a number from 0 to 255, a secret base64url of at least 32 bytes; node -p "${ID_KEY}" makes a pair; unset: generated once in DATA_DIR, with the embedded service`,
    )
    .meta(traits({ secret: true, source: howToMake(ID_KEY) })),
  CALENDAR_EPOCH: whole(0, 1_000_000_000, 0).describe(
    'Number that calendar links contain: raise it to end all links made before',
  ),
};
