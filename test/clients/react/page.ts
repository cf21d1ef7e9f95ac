/** Hooks in a page without a browser: React as in development, so that each effect is tried out twice, over a real Apollo client. */
import { setImmediate } from 'node:timers/promises';
import type { ApolloClient } from '@apollo/client';
import { Window } from 'happy-dom';
import type { FunctionComponent } from 'react';
import { expect, onTestFinished, vi } from 'vitest';

export interface Rendered<Result, Props> {
  /** What the hook returned first, before anything was answered. */
  readonly initial: Result;
  /** What the hook returned last. */
  readonly current: () => Result;
  readonly rerender: (props: Props) => void;
  readonly unmount: () => void;
  /** What React complained about. */
  readonly complaints: readonly unknown[][];
}

export async function renderHook<Result, Props>(
  client: ApolloClient,
  useHook: (props: Props) => Result,
  first: Props,
): Promise<Rendered<Result, Props>> {
  const window = new Window();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  const spies = [vi.spyOn(console, 'error').mockImplementation(() => {}), vi.spyOn(console, 'warn')];
  // They look for a document while they are loaded.
  const { ApolloProvider } = await import('@apollo/client/react');
  const { createElement, StrictMode, useEffect } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(window.document.createElement('main') as never);

  let initial: Result | undefined;
  let result: Result | undefined;
  let hasBegun = false;
  const Probe: FunctionComponent<{ readonly given: Props }> = ({ given }) => {
    result = useHook(given);
    initial ??= result;
    useEffect(() => {
      hasBegun = true;
    }, []);
    return null;
  };
  const render = (given: Props) =>
    root.render(
      createElement(
        StrictMode,
        null,
        createElement(ApolloProvider, { client, children: createElement(Probe, { given }) }),
      ),
    );
  render(first);
  // Nobody can click before the effects have run, either.
  await expect.poll(() => hasBegun).toBe(true);
  onTestFinished(async () => {
    root.unmount();
    // React does at least one of the tasks that are left in each turn, and they need the window.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    for (const spy of spies) spy.mockRestore();
    await window.happyDOM.close();
    vi.unstubAllGlobals();
  });
  return {
    initial: initial as Result,
    current: () => result as Result,
    rerender: render,
    unmount: () => root.unmount(),
    complaints: spies[0]!.mock.calls,
  };
}
