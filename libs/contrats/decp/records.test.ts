import fc from 'fast-check';
import { parseRecord } from './parse-record.js';
import { RegisterFault } from './register-record.js';
import { readFile } from './testing/read-file.js';

const parsed = async (file: string | Buffer, pieceSize?: number): Promise<unknown[]> => {
  const { records, error } = await readFile(file, pieceSize);
  expect(error).toBeNull();
  return records.map(({ record }) => record);
};

describe('JSON', () => {
  test.each([
    ['format 2019', '{"marches":[{"id":"1"},{"id":"2"}]}'],
    ['a bare list', '[{"id":"1"},{"id":"2"}]'],
    ['format 2022', '{"marches":{"marche":[{"id":"1"}],"contrat-concession":[{"id":"2"}]}}'],
    [
      'format 2022 with a list of one without brackets',
      '{"marches":{"marche":{"id":"1"},"contrat-concession":{"id":"2"}}}',
    ],
    ['a list alone', '{"marche":[{"id":"1"},{"id":"2"}]}'],
    ['lists in lists', '{"marches":[[{"id":"1"}],[{"id":"2"}]]}'],
    [
      'other keys around',
      '{"$schema":"x","n":1,"meta":{"marches":["no",{}]},"marches":[{"id":"1"},{"id":"2"}],"fin":[{}],"ok":true}',
    ],
    ['a byte order mark and white space', '\uFEFF \r\n {"marches"\n:\n[ {"id":"1"}\t,{"id":"2"} ]\n}\n'],
  ])('%s', async (_, file) => {
    expect(await parsed(file)).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await parsed(file, 1)).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('an empty list is a file without records', async () => {
    expect(await parsed('{"marches":[]}')).toEqual([]);
  });

  test('the body is the text of the record as the file has it', async () => {
    const { records } = await readFile('{"marches":[ {"id": "1",  "objet":"d\\u00e9\\"}{,"} ]}');
    expect(records).toEqual([{ body: '{"id": "1",  "objet":"d\\u00e9\\"}{,"}', record: { id: '1', objet: 'dé"}{,' } }]);
  });

  test('any records in any pieces are the same records', async () => {
    const record = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.record({ id: fc.string(), objet: fc.string({ unit: 'binary' }), titulaires: fc.array(fc.object()) }),
      fc.constantFrom(null, true, 'text', -1.5e3),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (list, indented, size) => {
          const file = JSON.stringify({ marches: list }, null, indented ? 2 : 0);
          expect(await parsed(file, size)).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('a broken record does not stop the file', async () => {
    const { records, error } = await readFile('{"marches":[{"id":"1"},{"id":"2",},{"id" "3"},{"id":"4"}]}');
    expect(error).toBeNull();
    expect(records.map(({ record }) => record)).toEqual([{ id: '1' }, undefined, undefined, { id: '4' }]);
    expect(records[1]?.body).toBe('{"id":"2",}');
  });

  test('NaN is no value, and a line end in a text is read', async () => {
    const file = '{"marches":[{"id":"1","montant":NaN,"tauxAvance":-Infinity,"objet":"NaN a\tb"}]}';
    expect(await parsed(file)).toEqual([{ id: '1', montant: null, tauxAvance: null, objet: 'NaN a\tb' }]);
    expect(parseRecord('{"objet":"a\nb"}')).toEqual({ objet: 'a\nb' });
  });

  test('in an indented file a stray quote costs one record', async () => {
    const file = '{"marches":[\n{\n"id":"1",\n"objet":"le "portail"\n},\n{\n"id":"2"\n}\n]}';
    expect(await parsed(file)).toEqual([undefined, { id: '2' }]);
  });

  test('a record in Latin-1 among others in UTF-8 keeps its accents', async () => {
    const file = Buffer.concat([Buffer.from('[{"id":"é"},'), Buffer.from('{"id":"è"}', 'latin1'), Buffer.from(']')]);
    expect(await parsed(file, 3)).toEqual([{ id: 'é' }, { id: 'è' }]);
  });

  test('a cut file is an error behind the records before the cut, wherever it is cut', async () => {
    const [first, second] = ['{"id":"1"}', '{"id":"2","a":[{"b":"]}"}]}'];
    const file = `{"marches": [${first}, ${second}]}`;
    const ends = [first, second].map((record) => file.indexOf(record) + record.length);
    for (let length = 1; length < file.length; length += 1) {
      const { records, error } = await readFile(file.slice(0, length));
      expect(error).toBeInstanceOf(RegisterFault);
      expect(records).toHaveLength(ends.filter((end) => end <= length).length);
    }
  });

  test('a missing brace is an error, not a record as large as the rest of the file', async () => {
    const { records, error } = await readFile(`[{"id":"1"},{"id":"2",${'{"id":"3"},'.repeat(900_000)}]`, 100_000);
    expect(records).toHaveLength(1);
    expect(String(error)).toMatch(/the record at byte 12 is over 8388608 bytes/);
  });

  test('a record nested without end does not exhaust the stack', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const { records, error } = await readFile(`[{"id":${deep}},{"id":"2"}]`);
    expect(error).toBeNull();
    expect(records[1]?.record).toEqual({ id: '2' });
  });

  test('keys of prototypes are plain keys', async () => {
    const [record] = await parsed('[{"__proto__":{"id":"1"}}]');
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect((record as { id?: string }).id).toBeUndefined();
  });

  test('no NUL comes out of a body', async () => {
    const { records } = await readFile('[{"id":"a\0b"},{"id":\0}]');
    expect(records.map(({ body }) => body).join('')).not.toContain('\0');
  });
});

describe('XML', () => {
  test.each([
    [
      'market and concession',
      '<marches><marche><id>1</id></marche><contrat-concession><id>2</id></contrat-concession></marches>',
    ],
    [
      'a declaration, prefixes, attributes, comments',
      '<?xml version="1.0"?>\n<n:marches xmlns:n="u"><!-- x --><n:marche a="b"><n:id>1</n:id></n:marche><n:marche><n:id>2</n:id></n:marche></n:marches>\n',
    ],
    ['a byte order mark', '\uFEFF<marches><marche><id>1</id></marche><marche><id>2</id></marche></marches>'],
  ])('%s', async (_, file) => {
    expect(await parsed(file)).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await parsed(file, 1)).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('repeated elements are lists, empty ones empty texts, entities of HTML read', async () => {
    const file =
      '<marches><marche><objet>L&#8217;eau &amp; l&eacute;gumes &inconnue;</objet><ccag>\n</ccag><titulaires><titulaire><id>1</id></titulaire><titulaire><id>2</id></titulaire></titulaires></marche></marches>';
    const [record] = await parsed(file);
    expect(record).toEqual({
      objet: 'L’eau & légumes &inconnue;',
      ccag: '',
      titulaires: { titulaire: [{ id: '1' }, { id: '2' }] },
    });
  });

  test('the body of an element is its model in JSON', async () => {
    const { records } = await readFile('<marches><marche><id>1</id></marche></marches>');
    expect(parseRecord(records[0]?.body ?? '')).toEqual({ id: '1' });
  });

  test.each(['latin1', 'utf16le'] as const)('%s is read as it is declared', async (charset) => {
    const name = charset === 'latin1' ? 'ISO-8859-1' : 'UTF-16';
    const text = `<?xml version="1.0" encoding="${name}"?><marches><marche><objet>é</objet></marche></marches>`;
    const file = Buffer.from(charset === 'latin1' ? text : `\uFEFF${text}`, charset);
    expect(await parsed(file, 7)).toEqual([{ objet: 'é' }]);
  });

  test('a broken element does not stop the file, and its body says the fault', async () => {
    const { records, error } = await readFile(
      '<marches><marche><id>1</id></marche><marche><id>2</marche><marche><id>3</id></marche></marches>',
    );
    expect(error).toBeNull();
    expect(records.map(({ record }) => record)).toEqual([{ id: '1' }, undefined, { id: '3' }]);
    expect(records[1]?.body).toMatch(/^XML: unexpected close tag\.\n\{"id":"2"\}$/);
    expect(parseRecord(records[1]?.body ?? '')).toBeUndefined();
  });

  test('a record that is not closed costs that record', async () => {
    const { records, error } = await readFile(
      '<marches><marche><titulaires><id>1</id><marche><id>2</id></marche><marche><id>3</id></marche></marches>',
    );
    expect(records.map(({ record }) => record)).toEqual([undefined, { id: '2' }, { id: '3' }]);
    expect(records[0]?.body).toBe('XML: marche is not closed\n{"titulaires":{"id":"1"}}');
    expect(error).toBeNull();
  });

  test('a cut file is an error behind the records before the cut', async () => {
    const { records, error } = await readFile('<marches><marche><id>1</id></marche><marche><id>2</i');
    expect(records).toHaveLength(1);
    expect(error).toBeInstanceOf(RegisterFault);
  });

  test('elements nested without end, and named as what objects inherit, are harmless', async () => {
    const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
    const file = `<marches><marche>${deep}</marche><marche><__proto__><id>1</id></__proto__><constructor>x</constructor></marche></marches>`;
    const { records, error } = await readFile(file);
    expect(error).toBeNull();
    expect(records[0]?.record).toBeUndefined();
    expect(JSON.stringify(records[1]?.record)).toBe('{"__proto__":{"id":"1"},"constructor":"x"}');
    expect(({} as { id?: string }).id).toBeUndefined();
  });
});

test.each([
  ['', /empty/],
  ['  \n', /empty/],
  ['<!DOCTYPE html><html><body>502</body></html>', /HTML page/],
  ['<html><body>502</body></html>', /HTML page/],
  ['PK\u0003\u0004', /neither JSON nor XML/],
  ['{"error":"not found"}', /no list of contracts/],
  ['<rss><channel/></rss>', /no list of contracts/],
  ['{"marches":[]} {"marches":[]}', /neither an object nor a list at byte 15/],
])('%j is no register', async (file, message) => {
  const { error } = await readFile(file);
  expect(error).toBeInstanceOf(RegisterFault);
  expect(String(error)).toMatch(message);
});
