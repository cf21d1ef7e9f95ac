/** A Decimal is exact, and written as text: `"349900"`, `"2.5"`. As a number of JavaScript it could become another one. */

interface Parts {
  /** The digits, without the point. */
  readonly units: bigint;
  /** How many of them are behind the point. */
  readonly scale: number;
}

const notation = /^(-?\d+)(?:\.(\d+))?$/;

/** Whether the graph accepts it, as the text of a form's field for example. */
export function isDecimal(text: string): boolean {
  return notation.test(text);
}

/** Negative if the first is smaller, positive if it is larger, 0 if they are equal: for `sort`. */
export function compareDecimals(one: string, other: string): number {
  const [first = 0n, second = 0n] = alignedUnits([one, other]).units;
  return first < second ? -1 : Number(first > second);
}

export function addDecimals(...decimals: readonly string[]): string {
  const { units, scale } = alignedUnits(decimals);
  const sum = units.reduce((total, each) => total + each, 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${sum < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

/** Returns what formats a Decimal without a detour by a number; null stays null. All digits are shown unless `options` say otherwise. */
export function createDecimalFormat(
  locales?: Intl.LocalesArgument,
  options: Intl.NumberFormatOptions = {},
): (decimal: string | null | undefined) => string | null {
  const digits = options.style === 'currency' ? {} : { maximumFractionDigits: 20 };
  const format = new Intl.NumberFormat(locales, { ...digits, ...options });
  return (decimal) => (decimal == null ? null : format.format(decimal as Intl.StringNumericLiteral));
}

/** All with as many digits behind the point as the one that has the most. */
function alignedUnits(decimals: readonly string[]): { readonly units: readonly bigint[]; readonly scale: number } {
  const all = decimals.map(partsOf);
  const scale = Math.max(0, ...all.map((each) => each.scale));
  return { units: all.map((each) => each.units * 10n ** BigInt(scale - each.scale)), scale };
}

function partsOf(decimal: string): Parts {
  const [, whole, fraction = ''] = notation.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError(`Not a Decimal: ${JSON.stringify(decimal)}`);
  return { units: BigInt(whole + fraction), scale: fraction.length };
}
