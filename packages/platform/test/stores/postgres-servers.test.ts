import { expect, test } from 'vitest';
import { describePostgres } from '../../src/stores/postgres-servers.ts';

test.each([
  ['postgresql://someone:hush@db.example:5433/realty?sslmode=require', 'postgresql://db.example:5433/realty'],
  ['postgres://db.example/realty', 'postgresql://db.example/realty'],
  ['postgresql:///realty?host=/run/postgresql&user=someone&password=hush', 'postgresql:///run/postgresql/realty'],
])('describes %s without user and password', (url, shown) => {
  expect(describePostgres(url)).toBe(shown);
});
