/**
 * Imports only those files of undici that are needed: the whole package, with a browser's fetch, caches and mocks, takes ten
 * times as much memory and time to load. `request` and the like are added to dispatchers here, as the package's own index does.
 */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

Object.assign(Dispatcher.prototype, api);

export { buildConnector, type Dispatcher, Pool, ProxyAgent };
