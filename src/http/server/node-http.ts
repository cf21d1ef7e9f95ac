/**
 * What the servers need of Node's HTTP module. An import would evaluate all of its exports, one of which loads a whole HTTP client:
 * 14 MB and 40 ms at startup.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
