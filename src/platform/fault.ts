/**
 * The only error base class. A fault has a stable code, a message fit for the log (with the offending value and the limit,
 * never a secret) and its cause. What a client may see of it is decided elsewhere.
 */
export class Fault<Code extends string = string> extends Error {
  override readonly name: string = 'Fault';
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
