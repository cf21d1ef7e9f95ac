/**
 * GraphiQL's files, each with its compressed form and its ETag. They total 9 MB and are loaded and compressed once, on first
 * use, so that startup pays nothing if nobody opens GraphiQL.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

interface Asset {
  readonly type: string;
  readonly content: string;
  readonly gzipped: Buffer;
  /** Weak, since the plain and the compressed form share it. */
  readonly etag: string;
}

export interface Assets {
  /** Starts loading all files in the background. */
  readonly prepare: () => void;
  readonly get: (name: AssetName) => Promise<Asset>;
}

type Bundle = typeof import('@graphql-yoga/render-graphiql/graphiql');

const javascript = 'text/javascript; charset=utf-8';
const gzip = promisify(gzipCallback);

/** Where each file's text comes from: the package's bundle, or a file of our own beside this one. */
const sources = {
  'graphiql.js': { type: javascript, from: (bundle) => bundle.js },
  'graphiql.css': { type: 'text/css; charset=utf-8', from: (bundle) => bundle.css },
  'worker-editor.js': { type: javascript, from: (bundle) => bundle.editorWorkerService },
  'worker-graphql.js': { type: javascript, from: (bundle) => bundle.graphqlWorker },
  'worker-json.js': { type: javascript, from: (bundle) => bundle.jsonWorker },
  'boot.js': { type: javascript, from: () => ownFile('boot.js') },
  'icon.svg': { type: 'image/svg+xml', from: () => ownFile('icon.svg') },
} satisfies Record<string, { type: string; from: (bundle: Bundle) => string | Promise<string> }>;

export type AssetName = keyof typeof sources;

export const assetNames = Object.keys(sources) as AssetName[];

export function createAssets(): Assets {
  let bundle: Promise<Bundle> | undefined;
  const assets = new Map<AssetName, Promise<Asset>>();

  function get(name: AssetName): Promise<Asset> {
    bundle ??= import('@graphql-yoga/render-graphiql/graphiql');
    const asset = assets.get(name) ?? makeAsset(name, bundle);
    assets.set(name, asset);
    return asset;
  }

  return {
    get,
    prepare: () => {
      // A failure is reported to the request for the file.
      for (const name of assetNames) get(name).catch(() => undefined);
    },
  };
}

async function makeAsset(name: AssetName, bundle: Promise<Bundle>): Promise<Asset> {
  const { type, from } = sources[name];
  const content = await from(await bundle);
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { type, content, etag, gzipped: await gzip(content) };
}

function ownFile(name: string): Promise<string> {
  return readFile(new URL(`./${name}`, import.meta.url), 'utf8');
}
