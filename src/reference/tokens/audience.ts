/** The audience of the service's own access tokens; the gateway's callers get tokens with a different audience. */
export const API_AUDIENCE = 'post-api';
