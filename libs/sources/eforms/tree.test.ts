import { TreeFault, treeOfJson, treeOfXml } from './tree.js';

function fault(body: Buffer | string): TreeFault {
  try {
    treeOfXml(Buffer.from(body));
  } catch (error) {
    if (error instanceof TreeFault) return error;
    throw error;
  }
  throw new Error('no fault');
}

const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';

describe('XML', () => {
  test('names elements by namespace, whatever prefix the document chose', () => {
    const root = treeOfXml(
      Buffer.from(
        `<ns3:ContractNotice xmlns:ns3="urn:x" xmlns:b="${CBC}"><b:ID schemeName="a">1</b:ID></ns3:ContractNotice>`,
      ),
    );
    expect(root.name).toBe('ContractNotice');
    expect(root.first('cbc:ID')?.text).toBe('1');
    expect(root.first('cbc:ID')?.attribute('schemeName')).toBe('a');
    expect(root.first('cbc:Name')).toBeNull();
  });

  test('keeps the place of marks inside a text, and CDATA', () => {
    const root = treeOfXml(Buffer.from('<P>le 1<FT>er</FT> <![CDATA[<b>]]>&amp;&#233;</P>'));
    expect(root.parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe('le 1er <b>&é');
  });

  test.each([
    ['UTF-8 without declaration', Buffer.from('<a>é</a>')],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<a>é</a>')])],
    ['ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1')],
    ['windows-1252', Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>é</a>', 'latin1')],
    ['UTF-16 little endian', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\uFEFF<a>é</a>', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>é</a>', 'utf16le')],
  ])('reads %s', (_charset, body) => {
    expect(treeOfXml(body).text).toBe('é');
  });

  test.each([
    [
      'bytes that are not the UTF-8 declared',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\xE9</a>', 'latin1'),
    ],
    ['an unknown charset', Buffer.from('<?xml version="1.0" encoding="EBCDIC-1"?><a/>')],
    [
      'a charset named like a property of every object',
      Buffer.from('<?xml version="1.0" encoding="constructor"?><a/>'),
    ],
    ['UTF-16 declared, bytes of ASCII', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a/>')],
    ['nothing', ''],
    ['white space', '  \n'],
    ['JSON', '{"a":1}'],
    ['an HTML error page', '<!DOCTYPE html><html><body><p>Erreur<br></body></html>'],
    ['two roots', '<a/><b/>'],
    ['an undeclared prefix', '<x:a/>'],
    ['an undeclared entity', '<a>&nbsp;</a>'],
    ['a NUL', '<a>\0</a>'],
  ])('%s is malformed', (_case, body) => {
    expect(fault(body).reason).toBe('malformed');
  });

  test.each([
    ['an entity bomb', `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a>&b;</a>`],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://x.test/p.dtd"> %p;]><a/>'],
    ['an external subset', '<!DOCTYPE a SYSTEM "http://x.test/a.dtd"><a/>'],
    ['deep nesting', '<a>'.repeat(200_000) + '</a>'.repeat(200_000)],
    ['a body over the cap', Buffer.alloc(33 * 1024 * 1024, 0x20)],
  ])('%s is hostile', (_case, body) => {
    expect(fault(body).reason).toBe('hostile');
  });

  test('a document cut anywhere is malformed', () => {
    const whole = Buffer.from(`<?xml version="1.0"?>\n<a><b c="d">é</b>${'<e>f</e>'.repeat(50)}</a>`);
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(fault(whole.subarray(0, Math.floor((whole.length * tenth) / 10))).reason).toBe('malformed');
    }
  });
});

describe('JSON rendering', () => {
  test('one child is an object or a text, several are an array, "" is an empty element', () => {
    const root = treeOfJson({
      'urn:ContractNotice': {
        '@xmlns:cbc': CBC,
        'cbc:ID': { '@schemeName': 'notice-id', '#text': 'x' },
        'cbc:Note': ['a', { '@languageID': 'FRA', '#text': 'b' }],
        'cbc:Name': '',
        'cbc:Total': 12.5,
        'cbc:Nothing': null,
      },
    });
    expect(root.name).toBe('ContractNotice');
    expect(root.first('cbc:ID')?.attribute('schemeName')).toBe('notice-id');
    expect(root.children('cbc:Note').map((note) => note.text)).toEqual(['a', 'b']);
    expect(root.first('cbc:Name')?.text).toBe('');
    expect(root.first('cbc:Total')?.text).toBe('12.5');
    expect(root.first('cbc:Nothing')?.text).toBe('');
  });

  test.each([[null], ['x'], [[]], [{}], [{ a: {}, b: {} }], [{ a: 'x' }], [{ a: [] }]])('refuses %j', (value) => {
    expect(() => treeOfJson(value)).toThrow(TreeFault);
  });

  test('refuses deep nesting', () => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 5000; depth++) value = { a: value };
    expect(() => treeOfJson(value)).toThrow(expect.objectContaining({ reason: 'hostile' }));
  });
});
