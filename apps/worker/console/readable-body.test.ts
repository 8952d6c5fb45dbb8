import { readableBody } from './readable-body.js';

test('JSON is indented, anything else is shown as it is', () => {
  expect(readableBody(Buffer.from('{"a":[1]}'))).toEqual({ text: '{\n  "a": [\n    1\n  ]\n}', cut: false });
  expect(readableBody(Buffer.from('<a>é</a'))).toEqual({ text: '<a>é</a', cut: false });
  expect(readableBody(Buffer.from([0xff, 0x41])).text).toBe('\ufffdA');
});

test('a long document is cut', () => {
  const { text, cut } = readableBody(Buffer.alloc(300_000, 'x'));
  expect([text.length, cut]).toEqual([200_000, true]);
});
