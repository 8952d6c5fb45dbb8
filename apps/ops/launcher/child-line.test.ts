import { formatChildLine, levelOf, readChildLine } from './child-line.js';

test.each([
  ['{"level":30,"msg":"listening"}', { level: 30, text: 'listening' }],
  ['{"level":40,"context":"Collect","msg":"boamp failed"}', { level: 40, text: 'Collect: boamp failed' }],
  ['{"level":50,"msg":"failed","err":{"message":"timeout","stack":"…"}}', { level: 50, text: 'failed: timeout' }],
  ['{"level":50,"msg":"timeout","err":{"message":"timeout"}}', { level: 50, text: 'timeout' }],
  [
    '{"level":40,"time":"…","name":"worker","context":"collect","source":"ted","seen":0,"reason":"refused: no","msg":"run failed"}',
    { level: 40, text: 'collect: run failed source=ted seen=0 reason="refused: no"' },
  ],
  ['Error: boom', { level: 50, text: 'Error: boom' }],
  ['    at main (file.js:1:2)', { level: 30, text: '    at main (file.js:1:2)' }],
  ['{"level":"high"}', { level: 50, text: '{"level":"high"}' }],
  ['null', { level: 50, text: 'null' }],
])('%s', (line, expected) => {
  expect(readChildLine(line, 'stderr')).toEqual(expected);
});

test('plain speech on standard output is not an error', () => {
  expect(readChildLine('feeds: http://127.0.0.1:3001', 'stdout')).toMatchObject({ level: 30 });
});

test('a line names its application and level', () => {
  expect(formatChildLine('worker', { level: 40, text: 'slow' }, false)).toBe('worker    warn  slow');
  expect(formatChildLine('api', { level: 5, text: 'x' }, false)).toContain('trace');
});

test('levels are those of pino', () => {
  expect(levelOf('warn')).toBe(40);
  expect(levelOf('silent')).toBe(Number.POSITIVE_INFINITY);
});
