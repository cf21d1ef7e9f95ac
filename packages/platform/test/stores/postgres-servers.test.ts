import { expect, test } from 'vitest';
import { describePostgres } from '../../src/stores/postgres-servers.ts';

test.each([
  ['postgresql://someone:hush@db.example:5433/realty?sslmode=require', 'postgresql://db.example:5433/realty'],
  ['postgres://db.example/realty', 'postgresql://db.example/realty'],
  [
    'postgresql://someone:h@sh,h@sh@one.example:1,two.example/realty',
    'postgresql://one.example:1/realty, postgresql://two.example/realty',
  ],
  ['postgresql:///realty?host=/run/postgresql&user=someone&password=hush', 'postgresql:///run/postgresql/realty'],
])('describes %s without user and password', (url, shown) => {
  expect(describePostgres(url)).toBe(shown);
});
