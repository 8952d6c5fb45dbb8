import { isIP } from 'node:net';
import type { Given } from './setting.js';

/** Names that Fastify's `trustProxy` resolves to address ranges itself. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** Whose `X-Forwarded-For` is believed: nobody, or these proxies. Never everybody: any client could then choose its IP. */
export const trustProxy: Given<false | string[]> = {
  variable: 'TRUST_PROXY',
  accepted: `false, or IP addresses, CIDR ranges and ${RANGES.join(', ')}, separated by commas`,
  default: 'false',
  description: 'Proxies whose X-Forwarded-For header is believed.',
  read(text) {
    if (text === 'false') return false;
    const parts = text.split(',').map((part) => part.trim());
    return parts.every((part) => RANGES.includes(part) || isRange(part)) ? parts : undefined;
  },
};

function isRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
