/** The part of autocannon's API that the benchmarks use; the package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }
  interface Client {
    readonly setRequests: (requests: readonly Request[]) => void;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly amount: number;
    readonly timeout: number;
    /** Milliseconds between samples. */
    readonly sampleInt: number;
    readonly setupClient: (client: Client) => void;
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  interface Run extends Promise<Result> {
    readonly on: (event: 'response', listener: () => void) => void;
  }
  export default function autocannon(options: Options): Run;
}
