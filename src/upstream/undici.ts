/**
 * undici by the files of the parts that are used: all of it, with a browser's fetch, caches and mocks, takes ten times as much
 * memory and time to load. Dispatchers get `request` and the like here, as the package's own index gives it to them.
 */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

Object.assign(Dispatcher.prototype, api);

export { buildConnector, type Dispatcher, Pool, ProxyAgent };
