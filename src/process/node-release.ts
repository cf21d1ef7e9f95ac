/** Which releases of Node lack security fixes. Its version is in the image and in `.nvmrc` too, and a test compares them. */

/** The release with the last security fixes, of the oldest line that runs the gateway. */
export const SECURITY_FLOOR = '26.12.1';

/** Says that a Node is older than the floor, if it is of the same line; of other lines, nothing is known here. */
export function nodeWarning(version: string): string | null {
  const [major, ...rest] = partsOf(version);
  const [floorMajor, ...floor] = partsOf(SECURITY_FLOOR);
  const differing = rest.findIndex((part, index) => part !== floor[index]);
  const isOlder = major === floorMajor && differing >= 0 && Number(rest[differing]) < Number(floor[differing]);
  if (!isOlder) return null;
  return `Node ${version} lacks security fixes. Use ${SECURITY_FLOOR} or later, as published by the Node.js project.`;
}

const partsOf = (version: string): number[] => version.split('.').map(Number);
