/**
 * The one error base. A fault has a stable code, a message fit for the log (offending value and limit in it, never a
 * secret) and keeps its cause. What a client may see of it is decided elsewhere.
 */
export class Fault<Code extends string = string> extends Error {
  override readonly name: string = 'Fault';
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
