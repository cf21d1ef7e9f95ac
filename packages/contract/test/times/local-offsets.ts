// The judge of offsets: Temporal.

/** The offset that Temporal chooses; null for one with seconds or beyond RFC 3339's use, which cannot be written. */
export function offsetText(local: Temporal.PlainDateTime, zone: string): string | null {
  const { offset } = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return offset.length === 6 && Number(offset.slice(1, 3)) <= 14 ? offset : null;
}

export const someZones = ['UTC', '+05:30', 'America/Detroit', 'Europe/London', 'Africa/Monrovia', 'Africa/Casablanca'];
