/**
 * The `iss` and `aud` of development tokens, which the gateway expects unless others are configured. Apart from what issues them, so that
 * a gateway in front of the vendor's service loads nothing of what the embedded one issues tokens with.
 */

/** Not a URL, because the service's port can change while its tokens stay valid. */
export const DEVELOPMENT_ISSUER = 'urn:realty-forms:development';
export const DEVELOPMENT_AUDIENCE = 'realty-forms-graphql';
