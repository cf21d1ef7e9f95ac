/** The audience of the service's own access tokens: callers' tokens name another one. */
export const API_AUDIENCE = 'post-api';
