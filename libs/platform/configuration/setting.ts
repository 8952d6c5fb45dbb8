/** One setting: its variable, what it accepts, what it means, and how its text is read. */
export interface Setting<T> {
  variable: string;
  /** What is accepted, in words that complete "… must be". */
  accepted: string;
  /** Text used when the variable is absent or empty; null where there is no value then. */
  default: string | null;
  /** One or two sentences for the operator; lines of `.env.example`. */
  description: string;
  /** The value, or undefined when the text is not acceptable. */
  read(text: string): T | undefined;
}

/** A setting that always has a value. */
export type Given<T> = Setting<T> & { default: string };
/** A setting that may be absent (null). */
export type Optional<T> = Setting<T> & { default: null };

interface Words {
  variable: string;
  description: string;
}

interface Bounds {
  min: number;
  max: number;
  unit?: string;
}

export function integer(words: Words & Bounds & { default: string }): Given<number> {
  return { ...words, ...bounded(words) };
}

export function optionalInteger(words: Words & Bounds): Optional<number> {
  return { ...words, ...bounded(words), default: null };
}

function bounded({ min, max, unit }: Bounds): Pick<Setting<number>, 'accepted' | 'read'> {
  return {
    accepted: `an integer${unit === undefined ? '' : ` (${unit})`} from ${min} to ${max}`,
    read(text) {
      if (!/^\d{1,12}$/.test(text)) return undefined;
      const value = Number(text);
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** One line of printable ASCII: it goes into an HTTP header. */
export function text(words: Words & { maxLength: number }): Optional<string> {
  const { maxLength } = words;
  return {
    ...words,
    default: null,
    accepted: `at most ${maxLength} printable ASCII characters without parentheses`,
    read: (given) => (given.length <= maxLength && /^[\x20-\x27\x2a-\x7e]+$/.test(given) ? given : undefined),
  };
}

/** A secret that is sent in a header and typed into a form. */
export function secret(words: Words & { minLength: number }): Optional<string> {
  const { minLength } = words;
  return {
    ...words,
    default: null,
    accepted: `${minLength} to 500 printable ASCII characters without spaces`,
    read: (given) => (given.length >= minLength && /^[\x21-\x7e]{1,500}$/.test(given) ? given : undefined),
  };
}

export function oneOf<const T extends string>(words: Words & { default: NoInfer<T>; values: readonly T[] }): Given<T> {
  return {
    ...words,
    accepted: `one of ${words.values.join(', ')}`,
    read: (text) => words.values.find((value) => value === text),
  };
}

export function folder(words: Words & { default: string }): Given<string> {
  return { ...words, accepted: 'a path', read: (text) => (text.includes('\0') ? undefined : text) };
}

export function host(words: Words & { default: string }): Given<string> {
  return {
    ...words,
    accepted: 'a host name or an IP address, without port',
    read: (text) => (/^[\w.:-]+$/.test(text) && (!/:\d+$/.test(text) || text.split(':').length > 2) ? text : undefined),
  };
}

/** An address, kept without trailing slash. */
export function address(words: Words & { protocols: readonly string[] }): Optional<string>;
export function address(words: Words & { protocols: readonly string[]; default: string }): Given<string>;
export function address(words: Words & { protocols: readonly string[]; default?: string }): Setting<string> {
  const { protocols } = words;
  return {
    ...words,
    default: words.default ?? null,
    accepted: `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    read(text) {
      if (!URL.canParse(text)) return undefined;
      return protocols.includes(new URL(text).protocol) ? text.replace(/\/+$/, '') : undefined;
    },
  };
}
