/** `npm run bench -- NAME [switches]`: runs one benchmark by its name, in this process. */
const benchmarks: Readonly<Record<string, () => Promise<{ run: (args: readonly string[]) => Promise<void> }>>> = {
  reference: () => import('./reference.ts'),
  'slow-sockets': () => import('./slow-sockets.ts'),
  hostile: () => import('./hostile.ts'),
  overload: () => import('./overload.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load === undefined) {
  console.error(`npm run bench -- NAME [switches]; there are ${Object.keys(benchmarks).join(', ')}`);
  process.exit(1);
}
await (await load()).run(args);
