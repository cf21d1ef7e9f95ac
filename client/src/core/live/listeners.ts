/** Notifies listeners. An error in one listener does not affect the others or end the stream; it is reported separately. */
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
