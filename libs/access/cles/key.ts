import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A key is `mpk_`, 43 characters of base 62 that hold 256 random bits, and 6 of a checksum: a mistyped or cut key is
 * refused without asking the database, and secret scanners recognise one for certain.
 */
const PREFIX = 'mpk_';
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const PREFIXE_LENGTH = PREFIX.length + 8;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECK_LENGTH}}$`);

/** A new key, in clear. */
export function generateKey(): string {
  const secret = PREFIX + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return secret + checksum(secret);
}

/** Whether a text can be a key of ours: prefix, alphabet, length and checksum. */
export function isKey(text: string): boolean {
  return SHAPE.test(text) && text.endsWith(checksum(text.slice(0, -CHECK_LENGTH)));
}

/** SHA-256, which is what is stored: 256 random bits need no slow hash. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** What lists and GET /moi show of a key: enough to recognise it (8 characters), useless to guess the rest. */
export function prefixeOf(key: string): string {
  return key.slice(0, PREFIXE_LENGTH);
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECK_LENGTH);
}

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, '0');
}
