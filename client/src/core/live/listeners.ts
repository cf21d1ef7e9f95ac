/** Notifies those who listen. One that throws keeps nothing from the others, and does not end the stream: its error is reported by itself. */
export function notifyAll<T>(those: Iterable<(event: T) => void>, event: T): void {
  for (const notify of [...those]) {
    try {
      notify(event);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  }
}
