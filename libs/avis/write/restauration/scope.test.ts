import { scopeOf } from './scope.js';

const point = new Date('2026-11-21T03:00:00Z');
const after = (seconds: number): Date => new Date(point.getTime() + seconds * 1000);
const question = { point, marginSeconds: 600 };

test('what no walk was told needs not be told again', () => {
  expect(scopeOf({ ...question, perte: after(0), temoin: 'none' })).toBe('rien');
  expect(scopeOf({ ...question, perte: after(540), temoin: 'none' })).toBe('rien');
});

test('a loss as long as the margin, less what a transaction may last, is told again whole', () => {
  expect(scopeOf({ ...question, perte: after(541), temoin: 'none' })).toBe('tout');
  expect(scopeOf({ ...question, perte: after(541), temoin: 'partial' })).toBe('tout');
  expect(scopeOf({ ...question, marginSeconds: 0, perte: after(0), temoin: 'none' })).toBe('tout');
});

test('nobody knows when it was lost: everything is told again', () => {
  expect(scopeOf({ ...question, perte: null, temoin: 'none' })).toBe('tout');
  expect(scopeOf({ ...question, perte: null, temoin: 'partial' })).toBe('tout');
});

test('a witness tells what others may have read in detail; a whole one tells all', () => {
  expect(scopeOf({ ...question, perte: after(60), temoin: 'partial' })).toBe('temoin');
  expect(scopeOf({ ...question, perte: null, temoin: 'whole' })).toBe('temoin');
});
