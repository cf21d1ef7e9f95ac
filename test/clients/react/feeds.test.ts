// The streams of a page: one for equal variables, as long as it has listeners.
import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { feedOf } from '../../../client/src/react/feeds.ts';

const changes = gql('subscription ($id: ID!, $after: String) { changed(id: $id, after: $after) { kind cursor } }');

test('a feed that was rendered before its end, and listened to after it, leaves the feed in its place alone', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = new ApolloClient({ cache: new InMemoryCache(), link: new ApolloLink(() => new Observable(() => {})) });
  const feed = () => feedOf(client, changes, { id: '1' });
  const rendered = feed();
  expect(feed()).toBe(rendered);
  rendered.listen(() => {})();
  await vi.advanceTimersByTimeAsync(1);
  const current = feed();
  expect(current).not.toBe(rendered);
  onTestFinished(current.listen(() => {}));
  rendered.listen(() => {})();
  await vi.advanceTimersByTimeAsync(1);
  expect(feed()).toBe(current);
});
