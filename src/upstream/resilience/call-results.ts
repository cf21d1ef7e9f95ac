/**
 * Judges an endpoint by the results of its calls: whether they fail so often that it must be out of order, and for whom. A rule
 * counts either failures in a row, or the share of failures among the calls of the last seconds. The share is judged by callers
 * as well: calls that fail for one caller, while those of others succeed, say something about that caller's calls, not about
 * upstream. Only connections that cannot be made at all cannot be anyone's doing.
 */

/** Either a number of consecutive failures, or a share of failures among at least `calls` calls within a time. */
export type BreakerRule =
  | { readonly consecutiveFailures: number }
  | { readonly failureRate: number; readonly calls: number; readonly withinMs: number };

/** Upstream has responded, has failed to, or could not even be reached. */
export type CallResult = 'response' | 'failure' | 'unreachable';

export interface Breach {
  /** The only caller whose calls fail, if no other has made any; null if upstream is out of order for everyone. */
  readonly caller: string | null;
}

export interface Judge {
  /** Counts the result of a call; a breach if the rule is now broken. */
  readonly count: (caller: string, result: CallResult) => Breach | null;
  /** Forgets all results. */
  readonly reset: () => void;
}

const everyone: Breach = { caller: null };

export function createJudge(rule: BreakerRule): Judge {
  return 'consecutiveFailures' in rule ? createSequenceJudge(rule.consecutiveFailures) : new ShareJudge(rule);
}

function createSequenceJudge(maxFailures: number): Judge {
  let failures = 0;
  return {
    count(_caller, result) {
      failures = result === 'response' ? 0 : failures + 1;
      return failures >= maxFailures ? everyone : null;
    },
    reset() {
      failures = 0;
    },
  };
}

/** Results since a time: in total, and by caller. */
class Results {
  readonly since: number;
  readonly callers = new Map<string, Counts>();
  calls = 0;
  failures = 0;
  unreachable = 0;

  constructor(since: number) {
    this.since = since;
  }

  add(caller: string, result: CallResult): void {
    const counts = this.callers.getOrInsertComputed(caller, () => ({ calls: 0, failures: 0 }));
    this.calls += 1;
    counts.calls += 1;
    if (result === 'response') return;
    this.failures += 1;
    counts.failures += 1;
    if (result === 'unreachable') this.unreachable += 1;
  }
}

interface Counts {
  calls: number;
  failures: number;
}

class ShareJudge implements Judge {
  readonly #rate: number;
  readonly #minCalls: number;
  readonly #halfMs: number;
  /** The results of the current half of the time, and of the one before it. */
  #current: Results;
  #previous: Results;

  constructor({ failureRate, calls, withinMs }: Extract<BreakerRule, { failureRate: number }>) {
    this.#rate = failureRate;
    this.#minCalls = calls;
    this.#halfMs = withinMs / 2;
    this.#current = new Results(performance.now());
    this.#previous = this.#current;
    this.reset();
  }

  count(caller: string, result: CallResult): Breach | null {
    this.#advance(performance.now());
    this.#current.add(caller, result);
    return result === 'response' ? null : this.#judge();
  }

  reset(): void {
    this.#current = new Results(performance.now());
    this.#previous = new Results(Number.NEGATIVE_INFINITY);
  }

  #advance(now: number): void {
    const age = now - this.#current.since;
    if (age < this.#halfMs) return;
    this.#previous = age < 2 * this.#halfMs ? this.#current : new Results(Number.NEGATIVE_INFINITY);
    this.#current = new Results(now);
  }

  #judge(): Breach | null {
    const { calls, failures, unreachable } = this.#current;
    const total = calls + this.#previous.calls;
    const limit = total * this.#rate;
    if (total < this.#minCalls || failures + this.#previous.failures < limit) return null;
    return unreachable + this.#previous.unreachable >= limit ? everyone : this.#judgeByCallers();
  }

  /** The calls of more than half of the active callers must fail. */
  #judgeByCallers(): Breach | null {
    const callers = new Set([...this.#current.callers.keys(), ...this.#previous.callers.keys()]);
    let failing = 0;
    for (const caller of callers) if (this.#failsFor(caller)) failing += 1;
    if (failing * 2 <= callers.size) return null;
    const [only = null] = callers;
    return callers.size === 1 ? { caller: only } : everyone;
  }

  #failsFor(caller: string): boolean {
    const [current, previous] = [this.#current.callers.get(caller), this.#previous.callers.get(caller)];
    const calls = (current?.calls ?? 0) + (previous?.calls ?? 0);
    return (current?.failures ?? 0) + (previous?.failures ?? 0) >= calls * this.#rate;
  }
}
