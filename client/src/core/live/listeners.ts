/** Tells those who listen. One that throws keeps nothing from the others, and does not end the stream: its error is reported by itself. */
export function tellAll<T>(those: Iterable<(told: T) => void>, told: T): void {
  for (const tell of [...those]) {
    try {
      tell(told);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}
