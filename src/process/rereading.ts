/**
 * What a process does when the settings are read again: it follows the changed ones that the table marks for it, and names the
 * others. All or nothing: if anything is wrong with what was read, everything stays as it is. Names are logged, values never.
 */
import type { Config, ConfigResult, Values } from '../config/config.ts';
import { traitsOf } from '../config/kinds.ts';
import { type Key, keys, settings } from '../config/settings.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/observing/log.ts';

/** Throws a fault if a part cannot use what is in the configuration; otherwise the result makes it use it. */
export type Prepare = (config: Config) => () => void;

export type ReadConfig = Extract<ConfigResult, { readonly config: Config }>;

export type Rereading = Readonly<ReturnType<typeof createRereading>>;

export function createRereading({ config: { isEmbedded }, values: initial }: ReadConfig, log: Log) {
  const parts = new Map<Key, Prepare>();
  parts.set('LOG_LEVEL', ({ LOG_LEVEL }) => () => {
    log.level = LOG_LEVEL;
  });
  let values = initial;
  /** What was read before all parts were there, and who wants to know what became of it. */
  let early: (() => void) | null = null;
  let hasBegun = false;

  /** Whether the change of a setting can be followed. One that appears or disappears changes what there is, not only its value. */
  function canFollow(key: Key, next: Values): boolean {
    const row = settings.shape[key];
    if (!traitsOf(row).reread) return false;
    // The embedded service is started with it, too.
    if (key === 'UPSTREAM_CLIENT_SECRET' && isEmbedded) return false;
    const hasDefault = row.safeParse(undefined).data !== undefined;
    return hasDefault || (values[key] !== undefined && next[key] !== undefined);
  }

  function follow(read: ConfigResult): boolean {
    const stays = (faults: readonly string[]): false => {
      log.error({ faults }, 'the settings cannot be reread, and stay as they are');
      return false;
    };
    if ('faults' in read) return stays(read.faults);
    const { config, values: next } = read;
    const differing = keys.filter((key) => values[key] !== next[key]);
    const changed = differing.filter((key) => canFollow(key, next));
    const waiting = differing.filter((key) => !changed.includes(key));
    let prepared: (() => void)[];
    try {
      prepared = changed.flatMap((key) => parts.get(key)?.(config) ?? []);
    } catch (error) {
      if (error instanceof Fault) return stays([error.message]);
      throw error;
    }
    const isHeard = log.isLevelEnabled('info');
    const tell = () => log.info({ changed }, 'the settings were reread');
    if (isHeard) tell();
    for (const take of prepared) take();
    // The level of the log may have been one of them.
    if (!isHeard) tell();
    if (waiting.length > 0) log.warn({ settings: waiting }, 'changed settings take effect at the next start');
    values = withChanges(values, next, changed);
    return true;
  }

  return {
    /** The values with which the process runs; those that wait for the next start are not among them. */
    values: (): Values => values,
    /** Adds the part for which a setting is prepared. */
    add: (key: Key, prepare: Prepare): void => void parts.set(key, prepare),
    /** All parts are there: what has been read before is followed now, the last of it. */
    begin(): void {
      hasBegun = true;
      early?.();
      early = null;
    },
    /** Follows what was read, once all parts are there; `onEnd` is told whether it was followed. */
    take(read: ConfigResult, onEnd: (isFollowed: boolean) => void = () => undefined): void {
      const run = () => onEnd(follow(read));
      if (hasBegun) run();
      else early = run;
    },
  };
}

/** The parts of a serving process that follow settings; all of them, so what is read takes effect from here on. */
interface Parts {
  readonly metricsAccess: { token: string | undefined };
  readonly upstream: { readonly changeSecret: (secret: string) => void };
  readonly sharedCounts: { readonly changeSecret: (secret: string) => void } | undefined;
  readonly gateway: { readonly rotateIdKeys: (ring: ReturnType<Config['loadIdKeys']>) => void };
  readonly documents: { readonly prepare: (manifest: string) => () => void } | null;
}

export function followSettings(
  rereading: Rereading,
  { metricsAccess, upstream, sharedCounts, gateway, documents }: Parts,
): void {
  rereading.add('METRICS_TOKEN', ({ METRICS_TOKEN }) => () => {
    metricsAccess.token = METRICS_TOKEN;
  });
  rereading.add('UPSTREAM_CLIENT_SECRET', ({ UPSTREAM_CLIENT_SECRET: secret }) => () => {
    if (secret === undefined) return;
    upstream.changeSecret(secret);
    sharedCounts?.changeSecret(secret);
  });
  rereading.add('ID_KEYS', (config) => {
    const ring = config.loadIdKeys();
    return () => gateway.rotateIdKeys(ring);
  });
  rereading.add('PERSISTED_DOCUMENTS', ({ persistedDocuments: manifest }) =>
    manifest === undefined || documents === null ? () => undefined : documents.prepare(manifest),
  );
  rereading.begin();
}

function withChanges(values: Values, next: Values, changed: readonly Key[]): Values {
  const all: Record<string, string> = { ...values };
  for (const key of changed) {
    const value = next[key];
    if (value === undefined) delete all[key];
    else all[key] = value;
  }
  return all;
}
